// A block's code in an editor, with highlighting over a textarea: prism-code-editor.

import { createEditor } from "prism-code-editor";
import { indentSelectedLines, insertLineAndIndent, insertTab, toggleComment } from "prism-code-editor/commands";
import "prism-code-editor/languages/python";
import { languages } from "prism-code-editor/prism";
import "prism-code-editor/prism/languages/python";

const TAB = 4; // spaces
// As Pygments has it: a method is no builtin, and `self` is one.
languages.python.builtin = new RegExp(`(?<!\\.)(?:\\bself\\b|${languages.python.builtin.source})`);
const ERROR_CLASS = "run-fault";

/**
 * @param {object} options
 * @param {string} options.code
 * @param {string} options.label of the textarea, for screen readers
 * @param {boolean} options.isWrapped whether long lines are broken
 * @param {(code: string) => void} options.onChange
 * @param {() => void} options.onRun Control+Enter or Shift+Enter
 * @param {() => void} options.onLeave Escape
 */
export function openEditor({ code, label, isWrapped, onChange, onRun, onLeave }) {
  let last = code;
  const editor = createEditor(null, {
    language: "python",
    value: code,
    tabSize: TAB,
    lineNumbers: false,
    wordWrap: isWrapped,
    onUpdate(value) {
      if (value === last) return;
      last = value;
      onChange(value);
    },
  });
  const { textarea } = editor;
  textarea.dataset.code = "";
  textarea.ariaLabel = label;
  textarea.setAttribute("aria-keyshortcuts", "Control+Enter Shift+Enter");
  Object.assign(editor.keyCommandMap, {
    Escape: () => onLeave(),
    Tab: ({ shiftKey }, [start, end]) =>
      shiftKey || start < end ? did(indentSelectedLines(editor, shiftKey)) : did(insertTab(editor, start)),
    Enter: ({ ctrlKey, metaKey, shiftKey }) =>
      ctrlKey || metaKey || shiftKey ? did(onRun()) : insertLineAndIndent(editor),
    "/": ({ ctrlKey, metaKey }) => (ctrlKey || metaKey) && did(toggleComment(editor)),
  });
  return {
    container: editor.container,
    textarea,
    get code() {
      return editor.value;
    },
    /** Marks a line, from 1, until it is changed; without one, none. */
    mark(line) {
      for (const marked of editor.wrapper.querySelectorAll(`.${ERROR_CLASS}`)) marked.classList.remove(ERROR_CLASS);
      if (line) editor.lines[line]?.classList.add(ERROR_CLASS);
    },
    /** Puts the cursor at the start of a line, from 1. */
    goTo(line) {
      const start = editor.value.split("\n", line - 1).join("\n").length;
      textarea.focus();
      textarea.setSelectionRange(start && start + 1, start && start + 1);
      editor.lines[line]?.scrollIntoView({ block: "nearest" });
    },
  };
}

/** The key is done: the browser does nothing more. */
const did = (_result) => true;
