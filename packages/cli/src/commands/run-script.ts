import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ReportedFailure } from "../errors.ts";
import { finishBeforeStop } from "../finish-before-stop.ts";

const findScript = (name: string): string =>
  fileURLToPath(new URL(`../../../../scripts/${name}`, import.meta.url));

/** Becomes the server. Settings come from the environment, as for `npm start`. */
export const serve = ({ json }: { json?: boolean }): Promise<void> =>
  becomeScript(["start.mjs"], json === true ? { BOWLINE_LOG_FORMAT: "json" } : {});

/**
 * Creates a company on this machine, beside a server that may be running (decisions D43). A signal waits for its end, since only its
 * output has the invitation.
 */
export async function createCompany(name: string, email: string, isJson: boolean): Promise<void> {
  const args = ["create", name, "--email", email];
  if (!isJson) {
    await becomeScript(["company.mjs", ...args]);
    return;
  }
  const command = [findScript("company.mjs"), ...args];
  await finishBeforeStop(async () => {
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    await waitForExit(child);
    const companyId = Number(/^Company (\d+)/m.exec(text)?.[1]);
    const invitationUrl = /^https?:\S+$/m.exec(text)?.[0];
    process.stdout.write(`${JSON.stringify({ companyId, invitationUrl }, null, 2)}\n`);
  });
}

/** Copies the database of the server on this machine, which does not run, to another one (decisions D43a). */
export const copyDatabase = (to: string): Promise<void> => becomeScript(["database.mjs", "copy", "--to", to]);

/** Becomes one of the scripts of `npm run`, so that signals reach it directly. On Windows it is a child. */
async function becomeScript([name, ...args]: [string, ...string[]], settings = {}): Promise<void> {
  const command = [findScript(name), ...args];
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings };
  if (process.execve !== undefined && process.platform !== "win32") {
    process.execve(process.execPath, [process.execPath, ...command], env as Record<string, string>);
  }
  const child = spawn(process.execPath, command, { stdio: "inherit", env });
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
