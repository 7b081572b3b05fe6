// What a hand finds in a page: runs in each page before its own scripts, as `window.hand`.

export function prepare() {
  const tasks = [];
  if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
      buffered: true,
    });
  }
  const CONTROL = "a[href], button, input, select, textarea, summary, label, [tabindex]";
  const PRESSED = "a[href], button, input, select, textarea, summary";
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const inWindow = ({ left, right, top, bottom }) =>
    right - left > 1 && bottom - top > 1 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const middle = ({ left, right, top, bottom }) => ({
    x: (Math.max(left, 1) + Math.min(right, innerWidth - 1)) / 2,
    y: (Math.max(top, 1) + Math.min(bottom, innerHeight - 1)) / 2,
  });
  const topmost = (element) => {
    const { x, y } = middle(element.getClientRects()[0] ?? new DOMRect());
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.contains(element));
  };
  const nameOf = (element) => {
    const { act, cell, word } = element.dataset;
    const where = element.closest("[data-widget]")?.dataset.widget ?? "";
    return [
      element.localName,
      ...element.classList,
      act ?? cell ?? word ?? element.type,
      where,
      `“${(element.ariaLabel ?? element.textContent).trim().slice(0, 24)}”`,
    ]
      .filter(Boolean)
      .join(" ");
  };

  /** The boxes of an element without what the boxes around it have scrolled away. */
  const boxesOf = (element) => {
    let boxes = [...element.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    const cut = (room) => {
      boxes = boxes.map(({ left, right, top, bottom }) => ({
        left: Math.max(left, room.left),
        right: Math.min(right, room.right),
        top: Math.max(top, room.top),
        bottom: Math.min(bottom, room.bottom),
      }));
    };
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflow !== "visible") cut(around.getBoundingClientRect());
    }
    return boxes.filter(inWindow);
  };

  // Enter, or a press anywhere, may meet a link to another site:
  // the walk is one through this one, and no machine need have more.
  addEventListener(
    "click",
    (event) => {
      const link = event.target.closest("a[href]");
      if (link?.host && link.host !== location.host) event.preventDefault();
    },
    { capture: true },
  );

  window.hand = {
    /**
     * One of the controls in view: where to press, what it is, and whether it leads away.
     * Links to other sites are left alone.
     */
    control(share) {
      const found = [...document.querySelectorAll(CONTROL)].filter(
        (element) => shown(element) && inWindow(element.getBoundingClientRect()) && topmost(element),
      );
      const ours = found.filter(
        (element) =>
          !element.matches("a[href]") ||
          (element.host === location.host && !element.hasAttribute("download") && /\/$|\.html$/.test(element.pathname)),
      );
      const element = ours[Math.floor(share * ours.length)];
      return element
        ? { ...middle(element.getClientRects()[0]), name: nameOf(element), leaves: element.matches("a") }
        : null;
    },

    /** Where to press on one of the elements that are shown. */
    box(selector, share = 0) {
      const all = [...document.querySelectorAll(selector)].filter(
        (element) => shown(element) && inWindow(element.getBoundingClientRect()),
      );
      return all.length ? middle(all[Math.floor(share * all.length)].getBoundingClientRect()) : null;
    },

    focus: () =>
      document.activeElement && document.activeElement !== document.body ? nameOf(document.activeElement) : "",

    /** To one of the parts that calculate or ask; nowhere for a share of 1 or more. */
    jump(share) {
      const all = [...document.querySelectorAll("[data-widget], form.quiz")];
      all[Math.floor(share * all.length)]?.scrollIntoView({ behavior: "instant" });
    },

    /**
     * Pairs of what can be pressed, of which one lies over the other.
     * What opens over the page (menu, search, languages) is meant to, and what stays at the window's edges.
     */
    overlaps() {
      if (document.querySelector("#search[open], #__drawer:checked, .languages[open]")) return [];
      const all = [...document.querySelectorAll(PRESSED)].filter(
        (element) =>
          shown(element) &&
          !element.closest(".md-header, .page-bar") &&
          getComputedStyle(element).pointerEvents !== "none",
      );
      const places = all
        .map((element) => ({ element, boxes: boxesOf(element) }))
        .filter(({ boxes }) => boxes.length > 0);
      const found = [];
      places.forEach((one, at) => {
        for (const other of places.slice(at + 1)) {
          if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
          const over = one.boxes.some((a) =>
            other.boxes.some(
              (b) =>
                Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
                Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3,
            ),
          );
          if (over) found.push(`${nameOf(one.element)} × ${nameOf(other.element)}`);
        }
      });
      return found.slice(0, 3);
    },

    /** Tasks longer than `limit` milliseconds since this was last asked. Only Chromium tells them. */
    long: (limit) => tasks.splice(0).filter((duration) => duration > limit),
  };
}
