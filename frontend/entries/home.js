// What the home page knows of a reader: where they stopped.

import { linkToStop } from "../page/last-stop.js";

const place = document.querySelector(".hero__go-on > span");

function show() {
  const link = linkToStop();
  place.hidden = !link;
  place.querySelector("a")?.remove();
  if (link) place.append(link);
}

if (place) {
  show();
  addEventListener("pageshow", ({ persisted }) => persisted && show()); // back from the chapter
}
