// The tabs of the views, for hand and arrow keys.

import { make } from "../core/dom.js";
import { VIEWS } from "./views.js";

/** A tab for each view. */
export class ViewTabs {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    const { messages } = explorer;
    const id = (key) => explorer.elementId(key);
    this.buttons = Object.fromEntries(
      Object.keys(VIEWS).map((view) => [
        view,
        make(
          "button",
          {
            type: "button",
            role: "tab",
            id: id(`tab-${view}`),
            "aria-controls": id("panel"),
            onclick: () => explorer.change({ view }),
          },
          messages[`view_${view}`],
        ),
      ]),
    );
    this.element = make(
      "div",
      {
        class: "explorer-tabs",
        role: "tablist",
        "aria-label": messages.views,
        onkeydown: (event) => this.onKeydown(event),
      },
      ...Object.values(this.buttons),
    );
  }

  render(view) {
    for (const [name, tab] of Object.entries(this.buttons)) {
      const chosen = name === view;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
  }

  onKeydown(event) {
    const views = Object.keys(VIEWS);
    const index = views.indexOf(this.explorer.state.view);
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: views.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const view = views[(next + views.length) % views.length];
    this.explorer.change({ view });
    this.buttons[view].focus();
  }

  focus(view) {
    this.buttons[view].focus();
  }
}
