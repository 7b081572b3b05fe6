// What Python is made of, kept on the reader's device under names that change with the content: it comes once.

export const CACHE = "handbook python";
const SIZES = "x-sizes"; // of the pieces that are kept under one name

/** @typedef {{ name: string, size: number }} Part a file, and its bytes */

/** @param {string} home the address of the folder with the files */
export function createStore(home) {
  const open = () => globalThis.caches?.open(CACHE).catch(() => undefined); // not in every browser, nor without https
  // One copy for all languages: their names stand for their content.
  const keyOf = (name) => new URL(`/${name}`, location.origin).href;

  return {
    keeps: "caches" in globalThis,

    /** What is kept under a name, if anything is. @returns {Promise<ArrayBuffer[] | undefined>} */
    async kept(name) {
      const answer = await (await open())?.match(keyOf(name)).catch(() => undefined);
      if (!answer) return undefined;
      const whole = await answer.arrayBuffer();
      let start = 0;
      const pieces = [];
      for (const size of JSON.parse(answer.headers.get(SIZES) ?? "[]")) {
        pieces.push(whole.slice(start, start + size));
        start += size;
      }
      return pieces;
    },

    /** @param {string[]} names @returns {Promise<boolean>} whether all of them are kept */
    async keepsAll(names) {
      const cache = await open();
      const found = await Promise.all(names.map((name) => cache?.match(keyOf(name)).catch(() => undefined)));
      return found.every(Boolean);
    },

    /**
     * Keeps something, in place of what stood for it before: names of one kind begin with the same word.
     * @param {string} name
     * @param {ArrayBuffer[]} buffers
     * @returns {Promise<boolean>} whether there was room
     */
    async keep(name, buffers) {
      try {
        const cache = await open();
        for (const request of (await cache?.keys()) ?? []) {
          const old = request.url.split("/").at(-1) ?? "";
          if (old !== name && kindOf(old) === kindOf(name)) await cache?.delete(request);
        }
        const sizes = JSON.stringify(buffers.map(({ byteLength }) => byteLength));
        await cache?.put(keyOf(name), new Response(new Blob(buffers), { headers: { [SIZES]: sizes } }));
        return Boolean(cache);
      } catch {
        return false; // it comes again the next time
      }
    },

    /** @param {Part[]} parts that needn't be kept any more */
    async forget(parts) {
      const cache = await open();
      for (const { name } of parts) await cache?.delete(keyOf(name)).catch(() => {});
    },

    /**
     * Files: those that are kept, and the others from the site.
     * @param {Part[]} parts
     * @param {(loaded: number) => void} report how much of the others is there, from 0 to 1
     * @param {AbortSignal} [signal] after which nothing need come any more
     * @returns {Promise<ArrayBuffer>[]} each of which rejects where it doesn't come
     */
    load(parts, report, signal) {
      const found = Promise.all(parts.map(({ name }) => this.kept(name)));
      let loaded = 0;
      const fetched = async ({ name }, all) => {
        const packed = await fetchPart(new URL(name, home).href, signal, (count) => {
          loaded += count;
          if (!signal?.aborted) report(loaded / all);
        });
        const bytes = await unpacked(name, packed);
        await this.keep(name, [bytes]);
        return bytes;
      };
      return parts.map(async (part, index) => {
        const kept = await found;
        const all = parts.reduce((sum, { size }, place) => sum + (kept[place] ? 0 : size), 0);
        return kept[index]?.[0] ?? fetched(part, all);
      });
    },
  };
}

/** The bytes that are kept here. @returns {Promise<number>} */
export async function keptBytes() {
  const cache = (await globalThis.caches?.has(CACHE).catch(() => false)) && (await caches.open(CACHE));
  const answers = cache ? await cache.matchAll() : [];
  const sizes = await Promise.all(answers.map(async (answer) => (await answer.blob()).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Python comes again when it is needed. */
export const forgetPython = () => caches.delete(CACHE);

const kindOf = (name) => name.replace(/-[^-]*$/, "");

/**
 * What is in a file that was compressed when the site was built; what is compressed by xz, Python's script unpacks.
 * @param {string} name
 * @param {Blob | Uint8Array} packed
 */
export function unpacked(name, packed) {
  const stream = new Blob([/** @type {BlobPart} */ (packed)]).stream();
  return new Response(
    name.endsWith(".bin") ? stream.pipeThrough(new DecompressionStream("gzip")) : stream,
  ).arrayBuffer();
}

/** The content of a file; `report` gets how many have come since the last time. */
async function fetchPart(address, signal, report) {
  const answer = await fetch(address, { signal });
  if (!answer.ok || !answer.body) throw new Error(`${answer.status}: ${address}`);
  const pieces = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    pieces.push(value);
    report(value.length);
  }
}
