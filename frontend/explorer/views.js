// The four views of what a model attends to, in the order of their tabs.

import { headView } from "./head-view.js";
import { matrixView } from "./matrix-view.js";
import { modelView } from "./model-view.js";
import { neuronView } from "./neuron-view.js";

/** Name → function that draws a scene. */
export const VIEWS = { heads: headView, model: modelView, neurons: neuronView, matrix: matrixView };
