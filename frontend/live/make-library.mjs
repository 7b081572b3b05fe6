/**
 * Writes Python's library for the page: node make-library.mjs OUT.zip OURS < names, one a line.
 *
 * Of Pyodide's library those files whose names come in, and our own modules from the folder OURS: compiled by the Python
 * that will run them, so that it needn't each time.
 */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "pyodide";

const [out, folder] = process.argv.slice(2);
const names = readFileSync(0, "utf8").split("\n").filter(Boolean);
const ours = {};
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (name.endsWith(".py") && statSync(path).isFile()) ours[name] = readFileSync(path, "utf8");
}
const python = await loadPyodide();
python.globals.set("names", python.toPy(names));
python.globals.set("ours", python.toPy(ours));
python.runPython(`
import importlib._bootstrap_external as external
import os, sys, zipfile

LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
FIRST = (1980, 1, 1, 0, 0, 0)  # the same bytes each time

def entry(name):
    info = zipfile.ZipInfo(name, FIRST)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info

with zipfile.ZipFile(LIBRARY) as library, zipfile.ZipFile("/tmp/out.zip", "w", compresslevel=9) as out:
    there = set(library.namelist())
    lacking = [name for name in names if name not in there]
    assert not lacking, lacking
    texts = {name: (library.read(name), 0) for name in names} | {name: (text, 2) for name, text in ours.items()}
    for name, (text, level) in sorted(texts.items()):
        code = compile(text, name, "exec", dont_inherit=True, optimize=level)
        out.writestr(entry(name + "c"), external._code_to_hash_pyc(code, b"\\0" * 8, False))
`);
writeFileSync(out, python.FS.readFile("/tmp/out.zip"));
