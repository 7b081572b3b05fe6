/** The names of a comprehension are its own: outside of functions, Brython leaves them behind. */

/** @param {any} brython */
export function mendComprehensions(brython) {
  const { ast } = brython;

  /** @param {any} locals @param {string[]} names @param {() => any} run */
  brython.$apart = (locals, names, run) => {
    const before = names.map((name) => locals[name]);
    try {
      return run();
    } finally {
      for (const [index, name] of names.entries()) {
        if (before[index] === undefined) delete locals[name];
        else locals[name] = before[index];
      }
    }
  };

  const isNode = (value) => Array.isArray(value) || (typeof value === "object" && value?.constructor?._fields);
  const isLater = (node) => node instanceof ast.Lambda || node instanceof ast.GeneratorExp;
  const hasLater = (value) => isLater(value) || (isNode(value) && Object.values(value).some(hasLater));

  /** Of a target such as `a, (b, *c)`; those in `list[0]` or `self.x` are not bound. */
  function namesIn(target) {
    if (target instanceof ast.Name) return [target.id];
    if (target instanceof ast.Starred) return namesIn(target.value);
    return (target.elts ?? []).flatMap(namesIn);
  }

  for (const kind of [ast.ListComp, ast.SetComp, ast.DictComp]) {
    const toJs = kind.prototype.to_js;
    kind.prototype.to_js = function (scopes) {
      const isInside = scopes.length > 1; // where Brython does it by itself
      const known = scopes[scopes.length - 1].locals;
      const before = new Set(known);
      const script = toJs.call(this, scopes);
      if (isInside || [this.elt, this.key, this.value].some(hasLater)) return script; // a lambda needs them later
      const names = this.generators.flatMap(({ target }) => namesIn(target));
      for (const name of names) if (!before.has(name)) known.delete(name);
      return `$B.$apart(locals, ${JSON.stringify(names)}, () => ${script.trim()})\n`;
    };
  }
}
