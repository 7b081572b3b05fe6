"""Where Brython's source is changed: what can't be replaced from outside, in frontend/live/mend."""

from __future__ import annotations

import re

from handbook.core.diagnostics import DiagnosticError, Finding

# A text of Brython's source, and what stands there instead. Each has to be there: a new version may not need it.
TEXTS = (
    # compile() made JavaScript only to see that it can, which took the docstrings from the code that is run.
    (
        "$._ast=$B.ast_js_to_py(_ast)\n$._ast.$js_ast=_ast\nvar future=$B.future_features(_ast,filename)\n"
        "var symtable=$B._PySymtable_Build(_ast,filename,future)\n"
        "$B.js_from_root({ast:_ast,symtable,filename,src:$.source})\nreturn $}",
        "$._ast={$js_ast:_ast}\nreturn $}",
    ),
    # Brython's own object isn't one of Python's names.
    ("_b_.__BRYTHON__=__BRYTHON__\n", ""),
    ("_b_.debug=$B.debug > 0\n", ""),
    # The name of an exception lives as long as its block.
    (
        "js+=prefix+'$B.del_exc(frame)\\n'\njs+=prefix+`$B.frame_obj = save_frame_obj_${id}\\n`}\ndedent()}\n"
        "if(! has_untyped_except){\njs+=prefix+`}else{\\n`+\nprefix+tab+`throw ${err}\\n`}\n"
        "js+=prefix+'}\\n'\ndedent()}\nif(has_else ||has_finally)",
        "js+=prefix+'$B.del_exc(frame)\\n'\njs+=prefix+`$B.frame_obj = save_frame_obj_${id}\\n`\n"
        "if(handler.name){js+=prefix+`delete locals.${mangled}\\n`}}\ndedent()}\n"
        "if(! has_untyped_except){\njs+=prefix+`}else{\\n`+\nprefix+tab+`throw ${err}\\n`}\n"
        "js+=prefix+'}\\n'\ndedent()}\nif(has_else ||has_finally)",
    ),
    # f"{x=} {y=!r}": what stands before the = began with the first field.
    ("new $B.ast.Constant(debug_metadata)", "new $B.ast.Constant(debug_metadata.replace(/^[^]*\\}[^]*\\{/,''))"),
    # A method that is called with wrong arguments is named with its class.
    ("args,f.$infos.__name__,code.co_argcount", "args,f.$infos.__qualname__,code.co_argcount"),
    # a < b < c took every object for true.
    ("return comps.join(' && ')}", "return comps.map((one,i)=>i<len-1?`$B.$bool(${one})`:one).join(' && ')}"),
    # The words of an assertion are made where it fails.
    (
        "`$B.assert(${test}, ${msg}, ${inum})`",
        "`$B.$bool(${test})||$B.assert(false, ${msg}, ${inum})`",
    ),
    # f"{ {1: 2}[x] }": the first brace that closes isn't that of the field.
    (
        "(char==':' ||char=='}')){if(char==':'){",
        "(char==':' || char=='}' && token_modes.length-token_modes.findLastIndex(one=>one.nesting!==undefined)"
        "===braces.length-nesting_level(token_modes)+1)){if(char==':'){",
    ),
    # Only for the columns of a traceback, which nobody shows; a call is twice as fast without.
    (
        "return function(){try{return callable.apply(null,arguments)}catch(exc){$B.set_inum(inum)\nthrow exc}}\n"
        "return callable}",
        "return callable}",
    ),
    # A dict for each tuple, which has no attributes.
    ("array.__class__=tuple\narray.__dict__=$B.empty_dict()\nreturn array}", "array.__class__=tuple\nreturn array}"),
    # CPython's words.
    (
        "`(expected ${has_starred ? ' at least ' : ''} `+\n`${left_length}",
        "`(expected ${has_starred ? 'at least ' : ''}`+\n`${left_length}",
    ),
    ("var t=_b_.list.$factory(obj),right_length", "var t=$B.$unpacked(obj),right_length"),
    ('"list indices must be integer, not "+', '"list indices must be integers or slices, not "+'),
    ('" indices must be integer, not "+', '" indices must be integers or slices, not "+'),
    (
        'if(y_num==0){throw _b_.ZeroDivisionError.$factory("division by zero")}',
        'if(y_num==0){throw _b_.ZeroDivisionError.$factory((typeof x==typeof y?"":"float ")+"division by zero")}',
    ),
    (
        'throw _b_.IndexError.$factory("pop index out of range")',
        'throw _b_.IndexError.$factory(self.length ? "pop index out of range" :"pop from empty list")',
    ),
    (
        'throw _b_.ValueError.$factory(_b_.str.$factory($.x)+" is not in list")}\nlist.reverse',
        'throw _b_.ValueError.$factory("list.remove(x): x not in list")}\nlist.reverse',
    ),
    ('"range arg 3 must not be zero"', '"range() arg 3 must not be zero"'),
    ("'Outside valid range'", "'chr() arg not in range(0x110000)'"),
    ('"Bad operand type for abs(): \'"', '"bad operand type for abs(): \'"'),
    (
        '"string indices must be integers")}\nstr.$getitem_slice',
        '"string indices must be integers, not \'"+$B.class_name(arg)+"\'")}\nstr.$getitem_slice',
    ),
    (
        "`zip() argument ${i + 1} is longer than argument ${i}`",
        "`zip() argument ${i + 1} is shorter than argument ${i}`",
    ),
    ("cf=$B.unicode_casefold[char]", "cf=$B.unicode_casefold[char.codePointAt(0)]"),
    (
        '_b_.TypeError.$factory("object() takes no parameters")}\nvar res=Object.create(null)\nres.__class__=cls',
        "_b_.TypeError.$factory(`${cls.__name__}() takes no arguments`)}\n"
        "var res=Object.create(null)\nres.__class__=cls",
    ),
    (
        "if(init_func===object.__init__){if(args.length > 0)"
        '{throw _b_.TypeError.$factory("object() takes no parameters")}}',
        "if(init_func===object.__init__){args=args.filter(one=>!(one?.$kw&&!Object.keys(one.$kw[0]??{}).length"
        "&&!(one.$kw[1]&&_b_.len(one.$kw[1]))))\n"
        "if(args.length > 0){throw _b_.TypeError.$factory(`${cls.__name__}() takes no arguments`)}}",
    ),
    (
        'throw _b_.StopIteration.$factory("StopIteration")},__reduce_ex__',
        "throw _b_.StopIteration.$factory()},__reduce_ex__",
    ),
    (
        "if(obj.$is_class){msg=`type object '${obj.__name__}'`}",
        "if(obj.$is_class){msg=`type object '${obj.__name__}'`}"
        "else if(obj.__class__===$B.module){msg=`module '${obj.__name__}'`}",
    ),
    (
        "var name=self.fget.$infos.__name__\nvar msg=`property",
        "var name=$B.$getattr(self.fget,'__name__')\nvar msg=`property",
    ),
)

# What a Worker without page, server and storage never uses: from here to here, and what stands there instead.
CUTS = (
    (
        "(function($B){var _b_=$B.builtins,object=_b_.object,_window=globalThis\nfunction convertDomValue",
        "$B.DOMNode=DOMNode})(__BRYTHON__);",
        "(function($B){$B.DOMNode={__mro__:[]};$B.DOMEvent={__mro__:[]};$B.$isNode=()=>false})(__BRYTHON__);",
    ),
    ("var win=$B.jsobj2pyobj(globalThis)\nvar browser=", "modules['browser']=browser\n", ""),
    (
        'var super_class=$B.make_class("JavascriptSuper"',
        '"super":super_class,UNDEFINED:$B.Undefined,UndefinedType:$B.UndefinedType}',
        "modules['javascript']={NullType:$B.make_class('NullType'),UndefinedType:$B.UndefinedType}",
    ),
    ('var responseType={"text"', "return $B.$getattr($B.imported._aio,attr)}}\n", ""),
    # There is nothing to trace with: sys.settrace.
    (
        "if($B.tracefunc !==_b_.None){if(frame[4]===$B.tracefunc ||",
        "trace_func(frame,'return',value)}\n",
        "}\n",
    ),
    ("settrace:function(){var $=", "return _b_.None},stderr:", "stderr:"),
    # Files are ours (python/io.py), lists are sorted by JavaScript, and its objects are hidden (walls.js).
    ('var $Reader=$B.make_class("Reader")', "_b_.str.$factory(file))}}\n", "_b_.open=function(){}\n"),
    (
        "var DEFAULT_MIN_MERGE=32",
        "$B.$AlphabeticalCompare=alphabeticalCompare})(__BRYTHON__);",
        "$B.$TimSort=(list,compare)=>list.sort(compare);$B.$AlphabeticalCompare=(a,b)=>a<b?-1:a>b?1:0})(__BRYTHON__);",
    ),
    ("$B.pyobj2structuredclone=function(obj,strict){", 'does not support the structured clone algorithm")}}\n', ""),
    (
        "function jsclass2pyclass(js_class){",
        '$B.set_func_names($B.JSMeta,"builtins")',
        "$B.js_array=_b_.list;$B.get_jsobj_class=()=>$B.JSObj;$B.JSMeta=$B.make_class('JSMeta')",
    ),
    # Texts of errors are ours (_driver.py), code is nothing to look into, and imports look into our modules only.
    ("$B.ast_js_to_py=function(obj){", "return cls})(klass)}}\n", ""),
    ("$B.format_indent=function(js,indent){", "return res}\n", ""),
    ("function ast_dump(tree,indent){", "res+=')'\nreturn res}\n", ""),
    ("function $download_module(mod,url){", "$B.$download_module=$download_module\n", ""),
    (
        "function make_report(lines,positions){",
        "if($B.get_option('debug',err)> 1){trace+=err.$js_exc.stack}}\nreturn trace}\n",
        "$B.error_trace=(error)=>String(error)\n",
    ),
    # Formats and rounding are ours (mend).
    (
        "var number_check=function(s,flags)",
        'throw _b_.TypeError.$factory(\n"not all arguments converted during string formatting")}\nreturn ret}\n',
        "",
    ),
    ("var format_sign=function(val,flags){switch", 'return $B.format_width(raw.join("."),fmt)}\n', ""),
    ("float.$round=function(x,ndigits)", "return fast_float(z);}\n", ""),
    # There are no scripts in a page: what is run comes by messages.
    ("$B.runPythonSource=function(src,options){", "return $B.imported[script_id]}", ""),
    (
        "if(!($B.isWebWorker ||$B.isNode)){var startup_observer=",
        "customElements.define('brython-options',BrythonOptions)}\n",
        "var brython_options={}\n",
    ),
    ("var defined_ids={},script_to_id=", "run_scripts(scripts)}\n", ""),
    ("function run_scripts(_scripts){", "$B.brython=brython})(__BRYTHON__);", "})(__BRYTHON__);"),
    ("var loop=$B.loop=function(){", "$B.tasks=[]\n", ""),
    ("var pylist=[", "{$B.stdlib[pkglist[i]]=['py',true]}\n", ""),
    (
        "function idb_load(evt,module){",
        'document.dispatchEvent(new CustomEvent("brython_done",{detail:_b_.dict.$from_js($B.$options)}))}}\n',
        "function report_done(){}\n",
    ),
)

# The same for what stands in many places.
PATTERNS = (
    # An eval that sees local names would forbid to shorten them.
    (r"(?<![\w$])eval\(", "(0,eval)("),
    # A dict with the key "hasOwnProperty" hides the method.
    (r"(?<![\w$.])([\w$]+(?:\.[\w$]+)*)\.hasOwnProperty\(", r"Object.hasOwn(\1,"),
    (
        r"throw _b_\.TypeError\.\$factory\(\s*`unsupported operand type\(s\) for \$\{\$B\.method_to_op\[op\]\}:`\+\s*"
        r"` '\$\{\$B\.class_name\(x\)\}' and '\$\{\$B\.class_name\(y\)\}'`\)",
        "throw $B.$unsupported(op,x,y)",
    ),
)


def patched(source: str) -> str:
    """Brython's source with all changes. Raises DiagnosticError where one has no place."""
    for old, new in TEXTS:
        _find(source, old)
        source = source.replace(old, new)
    for first, last, new in CUTS:
        start = _find(source, first)
        end = _find(source, last, start) + len(last)
        source = source[:start] + new + source[end:]
    for pattern, replacement in PATTERNS:
        source = re.sub(pattern, replacement, source)
    return source


def _find(source: str, text: str, start: int = 0) -> int:
    place = source.find(text, start)
    if place < 0:
        message = f"Brython doesn't have this text any more: {text[:60]!r}"
        raise DiagnosticError([Finding("src/handbook/site/brython_patches.py", 1, message, "see whether it is mended")])
    return place
