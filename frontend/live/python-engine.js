/**
 * Python in a realm of its own: Brython with our modules and nothing else to import from.
 *
 * Brython is a classic script with one global, `__BRYTHON__`; it has to be there before this is called.
 */

import { kernelsModule } from "./border.js";
import { jsonModule } from "./library/json.js";
import { mathModule } from "./library/math.js";
import { regexModule } from "./library/regex.js";
import { mend } from "./mend/index.js";
import { closePython } from "./walls.js";

/**
 * @param {object} options
 * @param {any} options.brython Brython's own object.
 * @param {Record<string, string>} options.modules Python source by path, as `torch/nn/__init__.py`.
 * @param {Record<string, any>} options.kernels what Python sees as the module `_kernels`.
 * @param {(text: string) => void} options.write takes what is printed.
 */
export function createPython({ brython, modules, kernels, write }) {
  brython.VFS = virtualFiles(modules);
  brython.use_VFS = true;
  brython.stdlib = {};
  brython.$options = { debug: 0, indexeddb: false, static_stdlib_import: false, args: [] };
  lookNowhereElse(brython);
  mend(brython);
  const host = { write, files: {} };
  let given = {}; // the page's files, without those that a program wrote
  brython.addToImported("_host", hostModule(brython, host));
  brython.addToImported("math", mathModule(brython));
  brython.addToImported("_json", jsonModule(brython));
  brython.addToImported("_regex", regexModule(brython));
  brython.addToImported("_kernels", kernelsModule(brython, kernels));
  closePython(brython);
  const driver = startedDriver(brython);

  const atStart = { imported: new Set(Object.keys(brython.imported)), builtins: { ...brython.builtins } };

  /** All modules but those of the start are imported anew when they are next asked for. */
  function reset() {
    for (const name of Object.keys(brython.imported)) {
      if (!atStart.imported.has(name)) delete brython.imported[name];
    }
    for (const name of Object.keys(brython.builtins)) if (!(name in atStart.builtins)) delete brython.builtins[name];
    Object.assign(brython.builtins, atStart.builtins);
    host.files = { ...given };
    kernels.reset?.();
    driver.reset();
  }

  function run(name, source) {
    brython.frame_obj = null; // whatever a run before has left
    return described(driver.run(name, source));
  }

  function described([type, text, line, block, trace, frames, error]) {
    if (!type) return { error: null };
    const place = { line: line || null, block: String(block), trace: trace.map(String) };
    const inside = { frames: frames.map(String), javascript: error.$javascript ?? error.$js_exc?.stack ?? "" };
    const missing = error.__class__ === brython.builtins.ModuleNotFoundError ? { missing: String(error.name) } : {};
    return { error: { type: String(type), text: String(text), ...place, ...missing, inside } };
  }

  return {
    /** @returns {{ error: null | PythonError }} */
    run,

    /** What is wrong with a block's text, without running it. */
    parse: (name, source) => described(driver.parse(name, source)),

    /** An answer and assertions on it, in a copy of the namespace; whether it has changed one of the tensors there. */
    check(name, source, assertions) {
      brython.frame_obj = null;
      kernels.watch();
      return { ...described(driver.check(name, source, assertions)), isChanged: kernels.is_changed() };
    },

    /** A fresh namespace, and all modules as at the start. */
    reset,

    /** @param {Record<string, Uint8Array>} files by the name under which Python opens them. */
    addFiles(files) {
      given = { ...given, ...files };
      host.files = { ...given };
      for (const [name, bytes] of Object.entries(files)) {
        if (name.endsWith(".py")) brython.VFS[name.slice(0, -3)] = [".py", new TextDecoder().decode(bytes), []];
      }
    },
  };
}

/** The module that runs blocks, imported as if a program did it. */
function startedDriver(brython) {
  const names = {};
  brython.enter_frame(["_start", names, "_start", names], "_start", 1);
  try {
    brython.$import("_driver", [], {}, names);
  } catch (error) {
    throw new Error(`Python can't start: ${error.__class__?.__name__} ${error.args ?? error.stack}`);
  }
  return brython.imported._driver;
}

/** Brython's table of modules: `torch/nn/__init__.py` is the package `torch.nn`. */
function virtualFiles(modules) {
  const table = {};
  for (const [path, source] of Object.entries(modules)) {
    const extension = path.slice(path.lastIndexOf("."));
    const name = path
      .slice(0, -extension.length)
      .replace(/\/__init__$/, "")
      .replaceAll("/", ".");
    const isPackage = path.endsWith("/__init__.py");
    table[name] = isPackage ? [extension, source, [], true] : [extension, source, []];
  }
  return table;
}

/** Imports look into our modules only: Brython would ask the server for all others. */
function lookNowhereElse(brython) {
  const { builtins } = brython;
  const last = brython.make_class("Nowhere", () => ({ __class__: last }));
  last.find_spec = builtins.classmethod.$factory((_class, name) => {
    const error = builtins.ModuleNotFoundError.$factory(`No module named '${name}'`);
    error.name = name;
    throw error;
  });
  brython.make_import_paths = (filename) => {
    brython.import_info[filename] = { meta_path: [brython.finders.VFS, last], path_hooks: [], path: [] };
  };
  const module = brython.module.$factory("builtins");
  for (const [name, value] of Object.entries(builtins)) if (!name.startsWith("$")) module[name] = value;
  brython.imported.builtins = module;
}

function hostModule(brython, host) {
  return {
    write(text) {
      host.write(String(text));
      return brython.builtins.None;
    },
    exception: (error) => brython.exception(error),
    place: ({ positions, inum }) => positions?.[Math.floor(inum / 2)]?.[0] ?? 0, // the line of what was called last
    clock: () => brython.fast_float(performance.now() / 1000),
    time: () => brython.fast_float(Date.now() / 1000),
    write_file(name, data) {
      const bytes = typeof data === "string" ? new TextEncoder().encode(data) : Uint8Array.from(data.source);
      host.files[String(name)] = bytes;
      return brython.builtins.None;
    },
    remove_file: (name) => delete host.files[String(name)],
    file_names: () => brython.$list(Object.keys(host.files)),
    has_file: (name) => Object.hasOwn(host.files, String(name)),
    read_text: (name) => new TextDecoder().decode(host.files[String(name)]),
    read_bytes: (name) => brython.builtins.bytes.$factory(brython.$list([...host.files[String(name)]])),
  };
}
