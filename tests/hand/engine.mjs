// Python's Worker in a real browser: node engine.mjs < '{"browser", "executable", "url", "attacks", "walk"}'.
// Prints what was seen, as JSON.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { launch } from "./browser.mjs";

const { browser: name, executable, url, attacks, walk } = JSON.parse(readFileSync(0, "utf8"));
const asked = [];
const stranger = createServer((request, response) => {
  asked.push(request.url);
  response.setHeader("access-control-allow-origin", "*");
  response.end("");
});
stranger.on("upgrade", (request, socket) => {
  asked.push(request.url);
  socket.destroy();
});
await new Promise((resolve) => stranger.listen(0, "127.0.0.1", resolve));
const away = `http://127.0.0.1:${stranger.address().port}/`;
const browser = await launch(name, executable);
const page = await browser.newPage();
const errors = [];
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
page.on("pageerror", (error) => errors.push(String(error)));
await page.goto(url);
const seen = await page.evaluate(
  async (attacks, walk, away) => {
    const engine = await makeEngine();
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

    let ticks = 0; // of the page, while Python has no end
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    const alive = {};
    const endless = {
      loop: "while True: pass",
      kernel: "import torch\nx = torch.rand(2000, 2000)\nwhile True: x = x @ x",
      import: "open('endless.py', 'w').write('while True: pass')\nimport endless",
    };
    const stops = {};
    for (const [what, source] of Object.entries(endless)) {
      const running = run(`print('so far')\n${source}`);
      const before = ticks;
      await new Promise((resolve) => setTimeout(resolve, 700));
      alive[what] = ticks - before;
      stops[what] = await timed(`stop in a ${what}`, async () => {
        engine.stop();
        return running;
      });
      await timed(`start after a stop in a ${what}`, () => engine.start());
    }
    results.afterStop = await run("print('x' in globals())");
    clearInterval(ticking);
    await run("z = 5");
    await timed("reset", () => engine.reset());
    results.afterReset = await run("print('z' in globals())");
    const attacked = [];
    for (const attack of attacks) {
      await engine.reset();
      attacked.push(await run(attack.replaceAll("http://127.0.0.1/", away)));
    }
    await engine.reset();
    const walked = await run(walk);
    engine.stop();
    return { results, stops, times, attacks: attacked, walk: walked, alive };
  },
  attacks,
  walk,
  away,
);

// A Worker in the frame with a stranger's code in place of Python: after its realm was emptied, and as it begins.
async function found(file) {
  return page.evaluate(
    async (file, away) => {
      const text = await fetchText(file);
      async function fetchText(name) {
        if (location.protocol !== "file:") return (await fetch(name)).text();
        await new Promise((resolve) => {
          document.head.append(Object.assign(document.createElement("script"), { src: `${name}.js`, onload: resolve }));
        });
        return new TextDecoder().decode(Uint8Array.from(atob(pythonFiles[name]), (letter) => letter.charCodeAt(0)));
      }
      const script = text.replaceAll("https://example.org/", away);
      let told;
      const heard = new Promise((resolve) => {
        told = resolve;
      });
      const engine = createEngine({
        frame: frameAddress,
        async loadParts(_signal, begin) {
          await begin(script);
          return { program: new ArrayBuffer(1), library: new ArrayBuffer(1), isKept: true };
        },
        keep: told,
      });
      engine.start().catch(() => {});
      const result = await heard;
      engine.stop();
      return result;
    },
    file,
    away,
  );
}
// The policy says each refusal in the console.
const errorsOfPython = [...errors];
const closed = await found("closed.js");
const open = await found("stranger.js");
await new Promise((resolve) => setTimeout(resolve, 500));
process.stdout.write(JSON.stringify({ ...seen, closed, open, asked, errors: errorsOfPython }));
await browser.close();
stranger.close();
