import { ReportedFailure } from "../errors.ts";
import { findExitCode } from "../output/report-error.ts";
import type { Session } from "../session.ts";

/** Shows whether the server runs and the credential works. */
export async function showStatus({ bowline, output, target, wait }: Session): Promise<void> {
  const isReady = await wait("Asking the server", () => askReadiness(target.url));
  const { problem, exitCode, name } = await wait("Asking the server", async () => {
    try {
      const { fullName, currentCompany } = await bowline().auth.whoami({ maxRetries: 0 });
      return { problem: null, exitCode: 0, name: `${fullName} (${currentCompany})` };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { problem: message, exitCode: findExitCode(error), name: null };
    }
  });
  const status = {
    url: target.url,
    isReady,
    profile: target.profileName,
    credential: target.source,
    signedInAs: name,
    problem: isReady ? problem : "The server cannot be reached, or is not ready.",
  };
  output.printRecord(status, {
    server: ({ url }) => url,
    ready: (one) => one.isReady,
    profile: ({ profile }) => profile,
    credential: ({ credential }) => credential,
    "signed in as": ({ signedInAs }) => signedInAs,
    problem: (one) => one.problem,
  });
  if (!isReady || exitCode !== 0) {
    throw new ReportedFailure(isReady ? exitCode : 8);
  }
}

async function askReadiness(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
