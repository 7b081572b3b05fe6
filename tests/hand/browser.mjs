// A browser of the machine, driven by real input: Chromium by the DevTools protocol, Firefox by WebDriver BiDi.
import puppeteer from "puppeteer-core";

const CHROMIUM = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// What Firefox itself asks the net for is no page's doing.
// Headless, it would take itself for a machine without a mouse.
const FIREFOX = {
  "network.captive-portal-service.enabled": false,
  "ui.prefersReducedMotion": 1,
  "ui.primaryPointerCapabilities": 6,
  "ui.allPointerCapabilities": 6,
  "dom.w3c_touch_events.enabled": 1,
  "security.fileuri.strict_origin_policy": true, // as readers have it: Puppeteer would open it
};

// Not a page's doing, in Firefox.
const EXCUSES = [
  /status=2152398850|NS_BINDING_ABORTED/, // what was under way when the page was left
  /Invalid markup: Incorrect number of children for/, // a formula of which half had come
  /favicon\.ico/, // the icon that a browser looks for by itself
  /synthesize(Mouse|Touch)AtPoint/, // a press on a place that a resize, or a link pressed just before, has taken away
];
export const EXCUSED = new RegExp(EXCUSES.map(({ source }) => source).join("|"));

/** @param {"chromium" | "firefox"} name @param {string} executable its path */
export function launch(name, executable, width = 1280, height = 900) {
  return puppeteer.launch({
    browser: name === "firefox" ? "firefox" : "chrome",
    executablePath: executable,
    headless: true,
    defaultViewport: null, // setting one is refused by Firefox ESR: a page's window is set by `resize`
    args:
      name === "firefox"
        ? [`--width=${width}`, `--height=${height}`]
        : [...CHROMIUM, `--window-size=${width},${height}`, "--force-prefers-reduced-motion", "--touch-events=enabled"],
    extraPrefsFirefox: FIREFOX,
  });
}
