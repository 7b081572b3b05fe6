// The tabs of the views, for hand and arrow keys.

import { make } from "../core/dom.js";
import { VIEWS } from "./views.js";

export class ViewTabs {
  constructor(explorer) {
    this.explorer = explorer;
    const { words } = explorer;
    const name = (key) => explorer.name(key);
    this.tabs = Object.fromEntries(
      Object.keys(VIEWS).map((view) => [
        view,
        make(
          "button",
          {
            type: "button",
            role: "tab",
            id: name(`tab-${view}`),
            "aria-controls": name("panel"),
            onclick: () => explorer.change({ view }),
          },
          words[`view_${view}`],
        ),
      ]),
    );
    this.element = make(
      "div",
      {
        class: "explorer-tabs",
        role: "tablist",
        "aria-label": words.views,
        onkeydown: (event) => this.walkTabs(event),
      },
      ...Object.values(this.tabs),
    );
  }

  render(view) {
    for (const [name, tab] of Object.entries(this.tabs)) {
      const chosen = name === view;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
  }

  walkTabs(event) {
    const views = Object.keys(VIEWS);
    const at = views.indexOf(this.explorer.state.view);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: views.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const view = views[(next + views.length) % views.length];
    this.explorer.change({ view });
    this.tabs[view].focus();
  }

  focus(view) {
    this.tabs[view].focus();
  }
}
