/**
 * Writes Python's library for the page: node make-library.mjs OUT.zip OURS < names
 *
 * `names` are those of files of Pyodide's library, as JSON: { compiled, texts }. Our own modules are those in the
 * folder OURS; they are compiled by the Python that will run them.
 */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "pyodide";

const [out, folder] = process.argv.slice(2);
const { compiled, texts } = JSON.parse(readFileSync(0, "utf8"));
const ours = {};
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (name.endsWith(".py") && statSync(path).isFile()) ours[name] = readFileSync(path, "utf8");
}
const python = await loadPyodide();
for (const [name, value] of Object.entries({ compiled, texts, ours })) python.globals.set(name, python.toPy(value));
python.runPython(`
import importlib._bootstrap_external as external
import os, sys, zipfile

LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
FIRST = (1980, 1, 1, 0, 0, 0)  # the same bytes each time

with zipfile.ZipFile(LIBRARY) as library, zipfile.ZipFile("/tmp/out.zip", "w") as out:
    sources = {name: library.read(name) for name in compiled} | ours
    for name, text in sorted(sources.items()):
        code = compile(text, f"{LIBRARY}/{name}", "exec", dont_inherit=True)  # as tracebacks name it
        out.writestr(zipfile.ZipInfo(name + "c", FIRST), external._code_to_hash_pyc(code, b"\\0" * 8, False))
    for name in sorted(texts):
        out.writestr(zipfile.ZipInfo(name, FIRST), library.read(name))
`);
writeFileSync(out, python.FS.readFile("/tmp/out.zip"));
