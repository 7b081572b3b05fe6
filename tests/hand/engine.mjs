// Python's Worker in a real browser: node engine.mjs BROWSER EXECUTABLE ADDRESS. Prints what was seen, as JSON.
import { launch } from "./browser.mjs";

const [name, executable, address] = process.argv.slice(2);
const browser = await launch(name, executable);
const page = await browser.newPage();
const requests = [];
const errors = [];
page.on("request", (request) => requests.push(request.url()));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
page.on("pageerror", (error) => errors.push(String(error)));
await page.goto(address);
const seen = await page.evaluate(async () => {
  const files = { "notes.txt": new TextEncoder().encode("čaša\n") };
  const isFolder = location.protocol === "file:";
  const make = () => createEngine(isFolder ? { source: pythonSource, files } : { url: "python.js", files });
  const engine = make();
  const times = {};
  async function timed(what, act) {
    const start = performance.now();
    const result = await act();
    times[what] = Math.round(performance.now() - start);
    return result;
  }
  const run = (source, name = "block 1") => engine.run({ name, source });

  await timed("start", () => engine.start());
  const results = {};
  results.torch = await timed("first torch", () => run("import torch\nprint(torch.ones(2) @ torch.ones(2))"));
  results.again = await timed("second block", () => run("x = torch.rand(3)\nprint(x.shape)", "block 2"));
  results.file = await run("print(open('notes.txt').read())");
  results.error = await run("\n1 / 0");
  results.many = await run("for i in range(3000): print(i)");
  results.check = await engine.check({ name: "answer", source: "y = 3", assertions: "assert y == 4, 'not yet'" });

  let lateness = 0;
  let last = performance.now();
  const ticking = setInterval(() => {
    lateness = Math.max(lateness, performance.now() - last);
    last = performance.now();
  }, 10);
  const pieces = [];
  const endless = engine.run({
    name: "block 3",
    source: "print('so far')\nwhile True: pass",
    onOutput: (text) => pieces.push(text),
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  results.endless = await timed("stop", async () => {
    engine.stop();
    return endless;
  });
  results.pieces = pieces;
  results.afterStop = await timed("run after stop", () => run("print('x' in globals())"));
  clearInterval(ticking);
  await run("z = 5");
  await timed("reset", () => engine.reset());
  results.afterReset = await run("print('z' in globals())");
  engine.stop();
  return { results, times, lateness: Math.round(lateness) };
});

// A Worker with nothing in it but the emptied realm, and a stranger's code.
const found = await page.evaluate(async () => {
  const address = location.protocol === "file:" ? URL.createObjectURL(new Blob([strangerSource])) : "stranger.js";
  const worker = new Worker(address);
  return new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data)));
});
await new Promise((resolve) => setTimeout(resolve, 300));
process.stdout.write(JSON.stringify({ ...seen, found, requests, errors }));
await browser.close();
