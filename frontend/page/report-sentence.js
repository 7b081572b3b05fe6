// "This sentence is wrong": a link at the block where the mouse is, or where text is selected by mouse, finger or keys.
// It opens the form for mistakes with the page, the section and the sentence filled in.

import { make } from "../core/dom.js";

const BLOCKS = "p, li, h1, h2, h3, h4, td, th, dd, dt, figcaption";
const NOT_PROSE = ".widget, .quiz, .downloads, .notice, .byline, .to-top, .kicker, .status-table, .run, nav, form";
const PRESSED = "a[href], button, input, select, textarea, summary";
const MARGIN = 38; // pixels beside the content that the sign takes
const LONGEST = 500; // letters of a sentence: an address has its limits

/** Lets readers report the block or the words before them. */
export function enableReports() {
  const ofPage = document.querySelector("a[data-report]");
  const content = ofPage?.closest(".md-content__inner");
  if (!content) return;
  const sign = ofPage.querySelector("svg").cloneNode(true);
  const link = make("a", { class: "report", title: ofPage.dataset.report, lang: ofPage.lang, hidden: true }, sign);
  link.append(make("span", {}, ofPage.dataset.report));
  content.append(link);
  let ofSelection = false;

  const offer = (block, text, isSelected) => {
    const [box, outer] = [block.getBoundingClientRect(), content.getBoundingClientRect()];
    const hasMargin = outer.left >= MARGIN && outer.right + MARGIN <= document.documentElement.clientWidth;
    const hasRoom = hasMargin && !isSelected;
    const address = new URL(ofPage.href);
    address.searchParams.set("page", `${address.searchParams.get("page")}${sectionOf(block, content)}`);
    address.searchParams.set("sentence", text);
    link.href = address.href;
    link.classList.toggle("report--over", !hasRoom);
    ofSelection = isSelected;
    link.hidden = false;
    const place = (top) => {
      link.style.top = `${top - outer.top}px`;
      return hasRoom || !coversControl(link, content);
    };
    const isFree = place(hasRoom ? box.top : box.bottom) || place(box.top - link.offsetHeight);
    // Under a mouse that only passes by, a control stays free; words that are selected are what the reader is about.
    if (!isFree && isSelected) place(box.bottom);
    link.hidden = !isFree && !isSelected;
  };
  const withdraw = () => {
    link.hidden = true;
  };
  content.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || event.buttons || link.contains(event.target) || hasSelection()) return;
    const block = blockAt(event.target);
    if (block) offer(block, textOf(block), false);
    else if (event.target !== content) withdraw(); // the way from a block to its sign leads over the content
  });
  content.addEventListener("pointerleave", () => hasSelection() || withdraw());
  document.addEventListener("selectionchange", () => {
    const selection = getSelection();
    const block = hasSelection() && blockAt(selection.focusNode) && blockAt(selection.anchorNode);
    if (block && content.contains(block)) offer(block, textOf(selection.getRangeAt(0).cloneContents()), true);
    else if (ofSelection && document.activeElement !== link) withdraw();
  });
}

const hasSelection = () => {
  const selection = getSelection();
  return Boolean(selection && !selection.isCollapsed && selection.toString().trim());
};

/** Whether an element lies over something else in the content that can be pressed. */
function coversControl(element, content) {
  const own = element.getBoundingClientRect();
  return [...content.querySelectorAll(PRESSED)].some(
    (other) =>
      other !== element &&
      [...other.getClientRects()].some(
        (box) => box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom,
      ),
  );
}

function blockAt(node) {
  const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
  const block = element?.closest(BLOCKS);
  return block && !block.closest(NOT_PROSE) ? block : null;
}

/** What a block or a part of it says; formulas as TeX. */
function textOf(part) {
  const copy = part.cloneNode(true);
  for (const formula of copy.querySelectorAll(".katex"))
    formula.replaceWith(`$${formula.querySelector("annotation")?.textContent ?? ""}$`);
  for (const sign of copy.querySelectorAll(".headerlink, button, details.stale")) sign.remove();
  return shortened(copy.textContent);
}

function shortened(text) {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** The id of the heading above, with its sign; "" above all headings. */
function sectionOf(block, content) {
  const headings = [...content.querySelectorAll("h2[id], h3[id], h4[id]")];
  const above = headings.filter(
    (heading) => heading === block || heading.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return above.length ? `#${above.at(-1).id}` : "";
}
