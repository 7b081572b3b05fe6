// Saves a page's figures. Loaded when a reader takes the first one.

import { savePicture } from "../core/image-export.js";
import { figureToSvg } from "../page/picture-file.js";

/** Called by page/share.js. */
globalThis.saveFigure = (figure, kind, name) => savePicture(kind, figureToSvg(figure), name, { hash: `#${figure.id}` });
