// The list of what this browser keeps, on the page your-data alone.

import { enableKeptList } from "../page/kept-list.js";

enableKeptList(document.querySelector(".kept"));
