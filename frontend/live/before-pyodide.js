// Pyodide looks whether scripts can be imported here, from an address that the frame's policy forbids: what isn't there
// is neither asked for nor told as forbidden.
delete globalThis.importScripts;
Object.defineProperty(globalThis, "importScripts", { value: undefined });
