// The script of a frame without an origin, which has nothing but this: it starts Python's Worker. What the frame's
// policy forbids (src/handbook/site/python_bundle.py: the network, and code made of text), its Worker can't do either.

let worker;

addEventListener("message", ({ data: { script, ...parts }, ports }) => {
  if (script) {
    worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    worker.onerror = (event) => parent.postMessage(event.message || "Python can't be started", "*");
  } else {
    const buffers = Object.values(parts).filter((part) => part instanceof ArrayBuffer);
    worker.postMessage(parts, [...ports, ...buffers]);
  }
});
