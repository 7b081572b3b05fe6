// What only pages with quizzes, or with code to take along, need beside main.js.

import { enhanceQuizzes } from "./quiz.js";
import { enhanceTake } from "./take.js";

enhanceQuizzes();
enhanceTake();
