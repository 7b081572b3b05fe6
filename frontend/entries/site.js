// What every page needs, bundled into one file while the site is built.

import { enhanceQuizzes } from "../components/quiz.js";
import { enhanceTake } from "../page/code-download.js";
import { loadWhenNear } from "../page/load-when-near.js";
import { improvePage } from "../page/page.js";

improvePage();
enhanceQuizzes();
enhanceTake();
loadWhenNear();
