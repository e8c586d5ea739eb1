import { ReportedFailure } from "../errors.ts";
import { findExitCode } from "../output/report-error.ts";
import type { Session } from "../session.ts";

/** Shows whether the server runs and the credential works. */
export async function showStatus({ bowline, output, target, wait }: Session): Promise<void> {
  const unready = await wait("Asking the server", () => findUnreadiness(target.url));
  const isReady = unready === null;
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
    problem: unready ?? problem,
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

/** Says why the server cannot serve calls. Null: it can. */
async function findUnreadiness(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    if (response.ok) {
      return null;
    }
    return response.status === 503
      ? "The server is not ready: it starts or stops, or its database or Redis cannot be reached."
      : `There is no Bowline at ${url}: /health/ready returned ${response.status}.`;
  } catch {
    return `${url} cannot be reached. Is the server running, and is the address right?`;
  }
}
