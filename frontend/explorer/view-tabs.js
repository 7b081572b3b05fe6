// The tabs of the views, for hand and arrow keys.

import { make } from "../core/dom.js";
import { MODEL_VIEWS } from "./views/index.js";

/** A tab for each view. */
export class ViewTabs {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    const { messages } = explorer;
    const id = (key) => explorer.elementId(key);
    this.buttons = Object.fromEntries(
      explorer.views.map((view) => [
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

  /** The views that can be shown: those of the model only for the page's own. */
  available() {
    const { views, isFileOpen } = this.explorer;
    return isFileOpen ? views.filter((view) => !MODEL_VIEWS.includes(view)) : views;
  }

  render(view) {
    const available = this.available();
    this.element.hidden = available.length === 1;
    for (const [name, tab] of Object.entries(this.buttons)) {
      const chosen = name === view;
      tab.hidden = !available.includes(name);
      tab.ariaSelected = chosen;
      tab.tabIndex = chosen ? 0 : -1;
    }
  }

  onKeydown(event) {
    const views = this.available();
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
