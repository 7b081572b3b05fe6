// All scripts of the site, bundled into one file while it is built.

import { improvePage } from "./page.js";
import { enhanceQuizzes } from "./quiz.js";
import { enhanceTake } from "./take.js";

improvePage();
enhanceQuizzes();
enhanceTake();
