// Puts the widgets in the places that pages have for them. Only pages with such a place load this script.

import { byHand } from "./by-hand.js";
import { headsWidget } from "./heads.js";
import { maskWidget } from "./mask.js";
import { Panel } from "./panel.js";
import { queriesKeysValues } from "./queries-keys-values.js";
import { softmaxWidget } from "./softmax.js";
import { spreadsheet } from "./spreadsheet.js";

const WIDGETS = Object.fromEntries(
  [byHand, softmaxWidget, maskWidget, headsWidget, queriesKeysValues, spreadsheet].map((widget) => [
    widget.name,
    widget,
  ]),
);

for (const root of document.querySelectorAll("[data-widget][data-start]"))
  new Panel(root, WIDGETS[root.dataset.widget]);
