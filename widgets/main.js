// What every page needs, bundled into one file while the site is built.

import { loadWhenNear } from "./near.js";
import { improvePage } from "./page.js";
import { loadWhenTouched } from "./touch.js";

improvePage();
loadWhenTouched();
loadWhenNear();
