// Which blocks run before a block, and what is said of it: with an engine that only notes what it is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Runner } from "../../frontend/live/runner.js";
import { Session } from "../../frontend/live/session.js";

const blocks = (...sources) => sources.map((source) => ({ source, raises: source.startsWith("raise") }));
const ran = (session, ...indices) => {
  for (const index of indices) {
    session.begin(index);
    session.end();
  }
};

// -- the plan

test("the first run of a block has those above it run before", () => {
  assert.deepEqual(new Session(blocks("a", "b", "c")).plan(2), { reset: false, above: [0, 1] });
});

test("what has run isn't run again", () => {
  const session = new Session(blocks("a", "b", "c", "d"));
  ran(session, 0, 1);
  assert.deepEqual(session.plan(2), { reset: false, above: [] });
  assert.deepEqual(session.plan(3), { reset: false, above: [2] });
});

test("a block that runs again finds what it found the first time", () => {
  const session = new Session(blocks("a", "b", "c"));
  ran(session, 0, 1, 2);
  assert.deepEqual(session.plan(1), { reset: true, above: [0] });
  assert.deepEqual(session.plan(0), { reset: true, above: [] });
});

test("an edited block has all run anew, if it has run before", () => {
  const session = new Session(blocks("a", "b", "c"));
  ran(session, 0);
  session.edit(1, "b2");
  assert.deepEqual(session.plan(1), { reset: false, above: [] });
  session.edit(0, "a2");
  assert.deepEqual(session.plan(2), { reset: true, above: [0, 1] });
  session.edit(0, "a");
  assert.deepEqual(session.plan(2), { reset: false, above: [1] });
});

test("a block that takes long runs only when a reader runs it", () => {
  const long = blocks("a", "b", "c", "d");
  long[1].takesLong = true;
  const session = new Session(long);
  assert.deepEqual(session.plan(3), { reset: false, above: [0, 2] });
  ran(session, 0, 2);
  assert.deepEqual(session.plan(3), { reset: false, above: [] });
  assert.deepEqual([session.leftOut(1), session.leftOut(2), session.leftOut(3)], [null, 1, 1]);
  assert.deepEqual(session.plan(1), { reset: true, above: [0] });
  session.restart();
  ran(session, 0, 1);
  assert.deepEqual(session.plan(3), { reset: false, above: [2] });
  assert.equal(session.leftOut(3), null);
});

test("what took long is kept while nothing above it changes", () => {
  const long = blocks("a", "b", "c", "d");
  long[1].takesLong = true;
  const session = new Session(long);
  ran(session, 0, 1, 2, 3);
  assert.deepEqual(session.plan(3), { reset: false, above: [2] });
  assert.deepEqual(session.plan(2), { reset: false, above: [] });
  assert.deepEqual(session.plan(1), { reset: true, above: [0] });
  ran(session, 2);
  assert.deepEqual(session.plan(3), { reset: false, above: [] });
  session.edit(2, "c2");
  assert.deepEqual(session.plan(3), { reset: false, above: [2] });
  session.edit(0, "a2");
  assert.deepEqual(session.plan(3), { reset: true, above: [0, 2] });
  session.edit(0, "a");
  session.begin(3); // and is stopped
  assert.deepEqual(session.plan(3), { reset: true, above: [0, 2] });
});

test("two that take long", () => {
  const long = blocks("a", "b", "c", "d", "e");
  long[1].takesLong = long[3].takesLong = true;
  const session = new Session(long);
  ran(session, 0, 1, 2, 4);
  assert.deepEqual([session.plan(4), session.leftOut(4)], [{ reset: false, above: [2] }, 3]);
  ran(session, 2, 3);
  assert.deepEqual([session.plan(4), session.leftOut(4)], [{ reset: false, above: [] }, null]);
  ran(session, 4);
  assert.deepEqual(session.plan(4), { reset: false, above: [] });
  session.edit(2, "c2");
  assert.deepEqual(session.plan(4), { reset: false, above: [2] });
  session.begin(2);
  session.end();
  assert.equal(session.leftOut(4), 3);
});

test("a block that ended in an error stands as it is, until another text is there", () => {
  const session = new Session(blocks("a", "raise", "c"));
  ran(session, 0, 1);
  assert.deepEqual(session.plan(2), { reset: false, above: [] });
  assert.ok(session.isWrong(0, {}) && !session.isWrong(1, {}) && !session.isWrong(0, null));
  session.edit(1, "b");
  assert.deepEqual(session.plan(2), { reset: true, above: [0, 1] });
});

test("after a block that never ended all begins anew", () => {
  const session = new Session(blocks("a", "b"));
  session.begin(0);
  assert.deepEqual(session.plan(1), { reset: true, above: [0] });
  session.restart();
  assert.deepEqual(session.plan(1), { reset: false, above: [0] });
});

test("an edit while a block runs counts from its next run on", () => {
  const session = new Session(blocks("a", "b"));
  session.begin(0);
  session.edit(0, "a2");
  session.end();
  assert.deepEqual(session.plan(1), { reset: true, above: [0] });
});

// -- the run

/**
 * An engine that notes what it is asked for: "raise…" is an error, "print X" prints X, "wait" waits for stop, "ask N"
 * wants N lines and prints them.
 */
function stub() {
  const asked = [];
  let stopWaiting = () => {};
  return {
    asked,
    async start() {
      asked.push("start");
    },
    async reset() {
      asked.push("reset");
    },
    async run({ name, source, typed, onOutput }) {
      asked.push(source);
      if (source.startsWith("ask ")) {
        if (typed.length < Number(source.slice(4))) return { asks: true, output: "", error: null };
        onOutput?.(typed.join());
        return { output: typed.join(), error: null };
      }
      if (source === "break") throw new Error("the engine is broken");
      if (source === "wait") return new Promise((resolve) => (stopWaiting = () => resolve({ stopped: true })));
      const output = source.startsWith("print ") ? `${source.slice(6)}\n` : "";
      if (output) onOutput?.(output);
      const error = source.startsWith("raise")
        ? { type: "ValueError", text: "ValueError: no", line: 1, block: name, trace: [] }
        : null;
      return { output, error };
    },
    async check({ name, source, assertions }) {
      asked.push(`${source}, then ${assertions}`);
      const inAnswer = source.startsWith("raise") && { text: "ValueError: no", line: 1, block: name };
      const inCheck = !source.includes("right") && { text: "AssertionError: it is wrong", line: 1, block: "check" };
      return { output: "", error: inAnswer || inCheck || null, isChanged: source.includes("changes") };
    },
    stop() {
      asked.push("stop");
      stopWaiting();
    },
  };
}

function runnerOf(...sources) {
  const engine = stub();
  const [told, reports] = [[], []];
  let typing = 0;
  const tell = (index, { state, ...more }) => {
    if (more.type && typing < 10) {
      typing += 1;
      setTimeout(more.type, 0, `line ${typing}`);
    }
    const shown = Object.values(more).filter((value) => ["string", "number"].includes(typeof value));
    told.push([index, state, ...shown].join(" "));
    reports.push(more);
  };
  return { engine, told, reports, runner: new Runner(blocks(...sources), async () => engine, tell) };
}

test("a block and those above it, once", async () => {
  const { engine, told, runner } = runnerOf("a", "print b", "print c");
  assert.ok(await runner.run(2));
  assert.deepEqual(engine.asked, ["start", "a", "print b", "print c"]);
  assert.deepEqual(told, [
    "2 waiting",
    "2 loading",
    "2 above 0 2 0", // the first of the two is running: block 0
    "2 above 1 2 1",
    "2 running",
    "2 output c\n",
    "2 done c\n",
  ]);
});

test("a block that lacks a package runs before others, as far as it can, and never by itself", async () => {
  const sources = [
    { source: "raise 1", raises: true, isSilent: true },
    { source: "print b", raises: false },
    { source: "raise 3", raises: true, isSilent: true },
  ];
  const engine = stub();
  const told = [];
  const runner = new Runner(
    sources,
    async () => engine,
    (index, { state }) => told.push(`${index} ${state}`),
  );
  const progress = [];
  assert.deepEqual(await runner.runAll((report) => progress.push(report)), { isStopped: false });
  assert.deepEqual(progress, [{ index: 1, done: 0, all: 1 }]);
  assert.deepEqual(engine.asked, ["start", "raise 1", "print b"]);
  assert.ok(told.every((report) => report.startsWith("1 ")));
});

test("an edited block: all anew", async () => {
  const { engine, runner } = runnerOf("a", "print b");
  await runner.run(1);
  runner.edit(1, "print B");
  await runner.run(1);
  assert.deepEqual(engine.asked.slice(3), ["reset", "a", "print B"]);
});

test("an error above stops nothing below, and is told", async () => {
  const { engine, reports, runner } = runnerOf("a", "b", "print c");
  runner.edit(1, "raise unexpectedly");
  assert.ok(await runner.run(2));
  assert.deepEqual(engine.asked, ["start", "a", "raise unexpectedly", "print c"]);
  assert.equal(reports.at(-1).by, 1);
  engine.asked.length = 3;
  runner.edit(1, "b");
  assert.ok(await runner.run(2));
  assert.deepEqual(engine.asked.slice(3), ["reset", "a", "b", "print c"]);
});

test("an expected error stops nothing", async () => {
  const { told, runner } = runnerOf("raise", "print b");
  assert.ok(await runner.run(1));
  assert.ok(await runner.run(0));
  assert.equal(told.at(-1), "0 done ");
});

test("all blocks run once and are told each", async () => {
  const { engine, told, runner } = runnerOf("print a", "raise", "print c");
  await runner.run(1);
  assert.deepEqual(await runner.runAll(() => {}), { isStopped: false });
  assert.deepEqual(engine.asked, ["start", "print a", "raise", "reset", "print a", "raise", "print c"]);
  assert.deepEqual(
    told.filter((line) => line.includes("done")),
    ["1 done ", "0 done a\n", "1 done ", "2 done c\n"],
  );
});

test("running all ends at an unexpected error", async () => {
  const { told, runner } = runnerOf("a", "b", "c");
  runner.edit(1, "raise");
  assert.deepEqual(await runner.runAll(() => {}), { isStopped: false, failed: 1 });
  assert.equal(told.at(-1), "1 error ");
});

test("two presses: one after the other", async () => {
  const { engine, runner } = runnerOf("a", "b", "c");
  await Promise.all([runner.run(1), runner.run(2)]);
  assert.deepEqual(engine.asked, ["start", "a", "b", "c"]);
});

test("stop ends what runs and what waits, and the next run begins anew", async () => {
  const { engine, told, runner } = runnerOf("a", "wait", "c");
  const both = Promise.all([runner.run(1), runner.run(2), runner.runAll(() => {})]);
  while (engine.asked.at(-1) !== "wait") await new Promise(setImmediate);
  runner.stop();
  assert.deepEqual(await both, [false, false, { isStopped: true }]);
  assert.deepEqual(told.slice(-3), ["1 stopped", "2 stopped", "0 stopped"]);
  runner.edit(1, "b");
  assert.ok(await runner.run(1));
  assert.deepEqual(engine.asked.slice(3), ["stop", "start", "a", "b"]);
});

test("a block that asks for lines runs again with each, from a fresh start on", async () => {
  const { engine, told, runner } = runnerOf("a", "ask 2");
  assert.ok(await runner.run(1));
  // The first time it isn't known what it asks for; then once for each number of lines.
  assert.deepEqual(engine.asked, [
    "start",
    "a",
    "ask 2",
    "start",
    "a",
    "ask 2",
    "start",
    "a",
    "ask 2",
    "start",
    "a",
    "ask 2",
  ]);
  assert.equal(told.at(-1), "1 done line 1,line 2");
  assert.equal(told.filter((one) => one === "1 input").length, 2);
});

test("lines that were typed for a block are its lines when it runs above another, until it is edited", async () => {
  const { engine, told, runner } = runnerOf("ask 1", "print b");
  await runner.run(0);
  engine.asked.length = 0;
  assert.ok(await runner.run(1));
  assert.ok(await runner.run(1));
  assert.deepEqual(engine.asked, ["print b", "reset", "ask 1", "print b"]);
  runner.edit(0, "ask 2");
  assert.ok(await runner.run(1));
  assert.equal(told.filter((one) => one === "1 input").length, 2);
});

test("stop ends waiting for a line", async () => {
  const { runner, reports } = runnerOf("ask 20");
  const run = runner.run(0);
  while (!reports.some(({ type }) => type)) await new Promise((done) => setTimeout(done));
  runner.stop();
  assert.equal(await run, false);
});

test("an engine that breaks down is told, and the next run begins anew", async () => {
  const { engine, told, runner } = runnerOf("a", "break");
  assert.ok(!(await runner.run(1)));
  assert.equal(told.at(-1), "1 failed");
  runner.edit(1, "b");
  assert.ok(await runner.run(1));
  assert.deepEqual(engine.asked.slice(-3), ["start", "a", "b"]);
});

test("an engine that can't be loaded is asked for again", async () => {
  const told = [];
  const engine = stub();
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new Error("no network");
    return engine;
  };
  const runner = new Runner(blocks("a"), load, (_index, { state }) => told.push(state));
  assert.ok(!(await runner.run(0)));
  assert.ok(await runner.run(0));
  assert.deepEqual(told, ["waiting", "loading", "failed", "waiting", "loading", "running", "done"]);
});

// -- an answer

test("an answer is checked after the blocks above it, and leaves nothing behind", async () => {
  const { engine, told, runner } = runnerOf("a", "gap", "c");
  runner.edit(1, "wrong");
  assert.ok(!(await runner.check(1, "assert")));
  assert.equal(told.at(-1), "1 checked  it is wrong");
  runner.edit(1, "right");
  assert.ok(await runner.check(1, "assert"));
  assert.equal(told.at(-1), "1 checked  ");
  await runner.run(2);
  assert.deepEqual(engine.asked, ["start", "a", "wrong, then assert", "right, then assert", "right", "c"]);
});

test("an answer that changes what the blocks above have made has them run anew", async () => {
  const { engine, runner } = runnerOf("a", "right changes");
  await runner.check(1, "assert");
  await runner.check(1, "assert");
  const checked = "right changes, then assert";
  assert.deepEqual(engine.asked, ["start", "a", checked, "reset", "a", checked]);
});

test("an answer that raises an error is told as a block that does", async () => {
  const { told, runner } = runnerOf("a", "raise");
  assert.ok(!(await runner.check(1, "assert")));
  assert.equal(told.at(-1), "1 error ");
});

test("an error above an answer is told, and stops no right one", async () => {
  const { reports, runner } = runnerOf("a", "wrong");
  runner.edit(0, "raise");
  assert.ok(!(await runner.check(1, "assert")));
  assert.equal(reports.at(-1).by, 0);
  runner.edit(1, "right");
  assert.ok(await runner.check(1, "assert"));
});
