// What every page needs, bundled into one file while the site is built. Pages can be read without it.

import { enhanceQuizzes } from "../components/quiz.js";
import { keepCalculations, mendArticle } from "../page/article.js";
import { enhanceCodeDownload } from "../page/code-download.js";
import { restoreWrap } from "../page/code-wrap.js";
import { openMenu } from "../page/drawer-keyboard.js";
import { closeLanguages } from "../page/language-menu.js";
import { loadWhenNear } from "../page/load-when-near.js";
import { keepPlace } from "../page/reading-place.js";

const article = document.querySelector("article");
closeLanguages();
openMenu();
keepCalculations(article);
restoreWrap();
mendArticle(article);
keepPlace();
enhanceQuizzes();
enhanceCodeDownload();
loadWhenNear();
