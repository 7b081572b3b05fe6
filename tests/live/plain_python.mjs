// Runs programs by Pyodide as it is, without anything of ours: node plain_python.mjs < '[program, …]'.
// Prints for each what it prints, and the traceback of what it raises, as JSON.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const programs = readFileSync(0, "utf8"); // before Python has the input
const python = await loadPyodide({ env: { HOME: "/home/reader", PYTHONHASHSEED: "0" } });
python.globals.set("programs", programs);
console.log(
  python.runPython(`
import contextlib, io, json, linecache, sys, traceback, types

def run(source):
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    linecache.cache["block 1"] = (len(source), None, [line + "\\n" for line in source.split("\\n")], "block 1")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            exec(compile(source, "block 1", "exec", dont_inherit=True), main.__dict__)
        except BaseException as error:
            whole = traceback.TracebackException.from_exception(error)
            whole.stack = traceback.StackSummary(frame for frame in whole.stack if frame.filename != "<exec>")
            return printed.getvalue(), "".join(whole.format())
    return printed.getvalue(), ""

json.dumps([run(program) for program in json.loads(programs)])
`),
);
