// What the home page knows of a reader: where they stopped, what they have read and solved.

import { showChapters } from "../home/chapters.js";
import { linkToStop } from "../page/last-stop.js";

const place = document.querySelector(".hero__go-on > span");
const showAgain = showChapters();

function show() {
  const link = linkToStop();
  place.hidden = !link;
  place.querySelector("a")?.remove();
  if (link) place.append(link);
}

if (place) {
  show();
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    show(); // back from the chapter
    showAgain();
  });
}
