// Runs tests/recorded.py by the newest Python that npm has, with the plan that comes in:
// node newer_python.mjs '{"folders": ["/checkout", …], "paths": ["/checkout/tests", …]}' < plan
// prints what `recorded` answers as JSON. Only packages written in Python can be used there.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const { folders, paths } = JSON.parse(process.argv[2]);
const python = await loadPyodide({ env: { HOME: "/tmp" } });
// Under their own names, so that what is told of files is the same.
for (const folder of folders) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
}
python.globals.set("plan", readFileSync(0, "utf-8"));
python.globals.set("paths", python.toPy(paths));
try {
  console.log(
    python.runPython(`
import sys
sys.path[:0] = paths
import json, recorded
json.dumps({"version": list(sys.version_info[:2]), **recorded.recorded(json.loads(plan))})
`),
  );
} catch (error) {
  console.error(error.message); // the whole error would show the line of Pyodide's script, of a megabyte
  process.exitCode = 1;
}
