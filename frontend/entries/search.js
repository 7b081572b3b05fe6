// The search of one language. Loaded when a reader opens it, or comes from it.

import { markFromAddress } from "../search/found-words.js";
import { language } from "../search/language.js";
import { SearchDialog } from "../search/search-dialog.js";
import { SearchIndex } from "../search/search-index.js";

markFromAddress();

/** Called by page/open-search.js when the scripts with the sections and the terms are there, too. */
globalThis.startSearch = async (dialog) => {
  const index = new SearchIndex(globalThis.searchSections, globalThis.searchTerms, language);
  await index.build();
  new SearchDialog(dialog, index);
};
