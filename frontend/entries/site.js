// What every page needs, bundled into one file while the site is built. Pages can be read without it.

import { enhanceQuizzes } from "../components/quiz.js";
import { fixArticle, markCalculations } from "../page/article.js";
import { showChapterMap } from "../page/chapter-map.js";
import { enhanceCodeDownload } from "../page/code-download.js";
import { restoreWrap } from "../page/code-wrap.js";
import { copyEnglishFirst } from "../page/copy-english.js";
import { enableDrawer } from "../page/drawer.js";
import { enableLanguageMenu } from "../page/language-menu.js";
import { loadWhenNear } from "../page/load-when-near.js";
import { loadWhenTouched } from "../page/load-when-touched.js";
import { enableSearch } from "../page/open-search.js";
import { keepReadingPosition } from "../page/reading-position.js";
import { watchReading } from "../page/reading-progress.js";
import { enableReports } from "../page/report-sentence.js";
import { addRunButtons } from "../page/run-buttons.js";
import { enableSharing } from "../page/share.js";
import { markSolved, showSolvedMarks } from "../page/solved-marks.js";

const article = document.querySelector("article");
enableLanguageMenu();
enableSearch();
enableDrawer();
markCalculations(article);
restoreWrap();
fixArticle(article);
keepReadingPosition();
enhanceQuizzes(document, markSolved);
showSolvedMarks();
watchReading();
enhanceCodeDownload();
loadWhenNear();
loadWhenTouched();
addRunButtons();
enableSharing();
enableReports();
copyEnglishFirst();
showChapterMap();
