// Starts `serve -nobuild` on a free port: the built page under the headers that it is deployed with.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Starts a server; close() ends it. `go run` would leave its child behind when it is ended, so the program is
 * built first. Other arguments of serve may be given, such as "-dir".
 */
export async function startServer(...args) {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-serve-"));
  const program = join(folder, process.platform === "win32" ? "serve.exe" : "serve");
  execFileSync("go", ["build", "-o", program, "./scripts/serve"], { cwd: root, stdio: "inherit" });
  const server = spawn(program, ["-nobuild", "-port", "0", ...args], { cwd: root });
  const gone = new Promise((resolve) => server.once("exit", resolve));
  const close = async () => {
    server.kill();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { url: await printedAddress(server), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function printedAddress(server) {
  let complaint = "";
  server.stderr.on("data", (text) => { complaint += text; });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = line.match(/http:\/\/localhost:\d+/);
    if (address) {
      server.stdout.resume();
      return address[0];
    }
  }
  throw new Error(`the server did not start: ${complaint}`);
}
