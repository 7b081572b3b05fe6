// What every page needs, bundled into one file while the site is built.

import { loadWhenNear } from "./load-when-near.js";
import { improvePage } from "./page.js";
import { enhanceQuizzes } from "./quiz.js";
import { enhanceTake } from "./take.js";

improvePage();
enhanceQuizzes();
enhanceTake();
loadWhenNear();
