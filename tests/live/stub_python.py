"""A Worker that stands in for Python: it evaluates nothing, and knows what the blocks of one page print."""

from __future__ import annotations

import gzip
import json
from collections.abc import Container

from handbook.markdown.model import Page

# Blocks that are not the page's print the texts of their `print("…")`, raise where they say `fail`, lack a name
# where they say `lacks`, and never end where they say `forever`. Answers that say `right` are right.
SCRIPT = """\
const KNOWN = %s;
const asked = [];
let ran = 0;
function run({ name, source }) {
  ran += 1;
  const known = KNOWN[source];
  const lines = source.split("\\n");
  const at = lines.findIndex((line) => /fail|lacks/.test(line));
  const raised = lines[at]?.includes("lacks") ? "NameError: name 'lacks' is not defined" : "ValueError: it failed";
  const texts = Array.from(source.matchAll(/print\\("(.*?)"\\)/g), ([, text]) => text + "\\n");
  const output = known ? known.output : texts.join("");
  const text = known ? known.error : at >= 0 && raised;
  const error = text
    ? { type: text.split(":")[0], text, line: at < 0 ? lines.length : at + 1, block: name, trace: [], traceback: text }
    : null;
  return { output: output.replaceAll("RAN", ran), error, milliseconds: 1 };
}
addEventListener("message", ({ data: { isKept, program, library }, ports: [port] }) => {
  const postMessage = (message) => port.postMessage(message);
  port.onmessage = ({ data }) => {
    if (data.task === "reset") ran = 0;
    if (data.task === "check" && !data.source.includes("forever")) {
      const problem = !data.source.includes("right") && { text: "AssertionError: not so", line: 1, block: "check" };
      const { output, error } = run(data);
      if (output) postMessage({ id: data.id, output });
      return postMessage({ id: data.id, done: { error: error || problem || null, isChanged: false } });
    }
    if (!["run", "check"].includes(data.task)) return postMessage({ id: data.id, done: {} });
    const { output, ...done } = run(data);
    if (data.source.includes("forever")) {
      postMessage({ id: data.id, output: "so far\\n" });
      for (;;);
    }
    const answer = () => {
      if (output) postMessage({ id: data.id, output });
      postMessage({ id: data.id, done });
    };
    if (KNOWN[data.source]?.isSlow) setTimeout(answer, 4500);
    else if (data.source.includes("slowly")) setTimeout(answer, 1500);
    else answer();
  };
  if (isKept) postMessage({ id: 0, begun: { program, library, memory: new ArrayBuffer(3) } });
  postMessage({ id: 0, done: {} });
});
"""


def files(page: Page, slow: Container[int] = ()) -> dict[str, bytes]:
    """What the page fetches in place of Python's parts, by the patterns of their addresses."""
    script = gzip.compress(_script(page, slow).encode("utf-8"))
    return {"**/worker-*.bin": script, "**/python-*.xz": b"x", "**/library-*.xz": b"x"}


def _script(page: Page, slow: Container[int]) -> str:
    """The Worker's script, which answers with what ``page`` shows under its blocks."""
    known = {}
    for index, fence in enumerate(page.python()):
        output = page.output_of(fence)
        text = f"{output.text.rstrip()}\n" if output else ""
        raises = "raises" in fence.classes
        known[fence.text.rstrip("\n")] = {
            "output": "" if raises else text,
            "error": text.rstrip() if raises else "",
            "isSlow": index in slow,
        }
    return SCRIPT % json.dumps(known)
