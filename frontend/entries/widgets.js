// Puts the widgets in the places that pages have for them. Only pages with such a place load this script.

import { Panel } from "../components/widget-panel.js";
import { keepFocusInView } from "../page/keep-focus.js";
import { byHand } from "../widgets/by-hand.js";
import { headsWidget } from "../widgets/heads.js";
import { maskWidget } from "../widgets/mask.js";
import { queriesKeysValues } from "../widgets/queries-keys-values.js";
import { softmaxWidget } from "../widgets/softmax.js";
import { spreadsheet } from "../widgets/spreadsheet.js";

const WIDGETS = Object.fromEntries(
  [byHand, softmaxWidget, maskWidget, headsWidget, queriesKeysValues, spreadsheet].map((widget) => [
    widget.name,
    widget,
  ]),
);

keepFocusInView(() => {
  for (const root of document.querySelectorAll("[data-widget][data-start]"))
    new Panel(root, WIDGETS[root.dataset.widget]);
});
