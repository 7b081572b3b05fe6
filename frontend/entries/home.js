// What the home page knows of a reader: where they stopped.

import { linkToStop } from "../page/last-stop.js";

const place = document.querySelector(".hero__go-on");

function show() {
  const link = linkToStop();
  place.hidden = !link;
  place.querySelector("span").replaceChildren(...(link ? [link] : []));
}

if (place) {
  show();
  addEventListener("pageshow", ({ persisted }) => persisted && show()); // back from the chapter
}
