// Runs the benchmark's probe in a Web Worker. wasm_exec.js comes from the Go toolchain.
importScripts("/bench/wasm_exec.js");

onmessage = async ({ data }) => {
  let text = "";
  let complaint = "";
  const decoder = new TextDecoder();
  globalThis.fs.writeSync = (file, bytes) => {
    if (file === 1) text += decoder.decode(bytes);
    else complaint += decoder.decode(bytes);
    return bytes.length;
  };
  try {
    const go = new Go();
    let status = 0;
    go.exit = (code) => { status = code; };
    go.argv = ["probe", ...data];
    const response = await fetch("/bench/probe.wasm");
    const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject);
    await go.run(instance);
    postMessage(status === 0 ? { text } : { failed: complaint });
  } catch (error) {
    postMessage({ failed: String(error) + complaint });
  }
};
