// The views of a model, in the order of their tabs.

import { compareView } from "./compare-view.js";
import { contributionsView } from "./contributions-view.js";
import { headView } from "./head-view.js";
import { lensView } from "./lens-view.js";
import { mapsView } from "./maps-view.js";
import { matrixView } from "./matrix-view.js";
import { modelView } from "./model-view.js";
import { neuronView } from "./neuron-view.js";
import { overviewView } from "./overview-view.js";
import { writingView } from "./writing-view.js";

/** Name → function that draws a scene. */
export const VIEWS = {
  heads: headView,
  model: modelView,
  neurons: neuronView,
  matrix: matrixView,
  overview: overviewView,
  compare: compareView,
  lens: lensView,
  contributions: contributionsView,
  maps: mapsView,
  writing: writingView,
};

/** What each view lets choose: `heads` are many, `head` is one of them. */
export const CONTROLS = {
  heads: ["layer", "heads"],
  model: [],
  neurons: ["layer", "head", "query"],
  matrix: ["layer", "head", "stage", "summed"],
  overview: [],
  compare: ["layer", "head", "against"],
  lens: [],
  contributions: ["query"],
  maps: ["layer", "head", "map"],
  writing: ["writing"],
};

/** Views that need the page's own model: a file has only attention. */
export const MODEL_VIEWS = ["lens", "contributions", "maps", "writing"];
