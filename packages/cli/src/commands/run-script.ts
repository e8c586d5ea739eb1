import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ReportedFailure } from "../errors.ts";

const findScript = (name: string): string =>
  fileURLToPath(new URL(`../../../../scripts/${name}`, import.meta.url));

/** Becomes the server. Settings come from the environment, as for `npm start`. */
export async function serve({ json }: { json?: boolean }): Promise<void> {
  const env = { ...process.env, ...(json === true && { BOWLINE_LOG_FORMAT: "json" }) };
  const args = [findScript("start.mjs")];
  if (process.execve !== undefined && process.platform !== "win32") {
    process.execve(process.execPath, [process.execPath, ...args], env as Record<string, string>);
  }
  const child = spawn(process.execPath, args, { stdio: "inherit", env });
  process.removeAllListeners("SIGINT");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => child.kill(signal));
  }
  await waitForExit(child);
}

/** Creates a company on this machine, beside a server that may be running (decisions D43). */
export async function createCompany(name: string, email: string, isJson: boolean): Promise<void> {
  const args = [findScript("company.mjs"), "create", name, "--email", email];
  if (!isJson) {
    await waitForExit(spawn(process.execPath, args, { stdio: "inherit" }));
    return;
  }
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  await waitForExit(child);
  const companyId = Number(/^Company (\d+)/m.exec(text)?.[1]);
  const invitationUrl = /^https?:\S+$/m.exec(text)?.[0];
  process.stdout.write(`${JSON.stringify({ companyId, invitationUrl }, null, 2)}\n`);
}

/** Copies the database of the server on this machine, which does not run, to another one (decisions D43a). */
export async function copyDatabase(to: string): Promise<void> {
  const child = spawn(process.execPath, [findScript("database.mjs"), "copy", "--to", to], {
    stdio: "inherit",
  });
  process.removeAllListeners("SIGINT");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => child.kill(signal));
  }
  await waitForExit(child);
}

async function waitForExit(child: ReturnType<typeof spawn>): Promise<void> {
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
  if (exitCode !== 0) {
    throw new ReportedFailure(exitCode);
  }
}
