// Puts the widgets in the places that pages have for them. Only pages with such a place load this script.

import { Panel } from "../components/widget-panel.js";
import { keepFocusInView } from "../page/keep-focus.js";
import { widget as byHand } from "../widgets/by-hand.js";
import { widget as headsWidget } from "../widgets/heads.js";
import { widget as maskWidget } from "../widgets/mask.js";
import { widget as queriesKeysValues } from "../widgets/queries-keys-values.js";
import { widget as softmaxWidget } from "../widgets/softmax.js";
import { widget as spreadsheet } from "../widgets/spreadsheet.js";

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
