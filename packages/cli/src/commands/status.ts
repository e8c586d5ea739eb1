import { ReportedFailure } from "../errors.ts";
import { findExitCode } from "../output/report-error.ts";
import type { Session } from "../session.ts";

/** Without `--timeout`. The command is for finding out what is wrong, so it waits less than others. */
const defaultTimeoutMs = 10_000;

/** Shows whether the server runs and the credential works. */
export async function showStatus(session: Session): Promise<void> {
  const { output, target, timeoutMs = defaultTimeoutMs, wait } = session;
  const [unready, { problem, exitCode, name }] = await wait("Asking the server", () =>
    Promise.all([findUnreadiness(target.url, timeoutMs), findIdentity(session, timeoutMs)]),
  );
  const isReady = unready === null;
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

/** Says who is signed in, or why nobody is. */
async function findIdentity(
  { bowline }: Session,
  timeoutMs: number,
): Promise<{ problem: string | null; exitCode: number; name: string | null }> {
  try {
    const { fullName, currentCompany } = await bowline().auth.whoami({ maxRetries: 0, timeoutMs });
    return { problem: null, exitCode: 0, name: `${fullName} (${currentCompany})` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: message, exitCode: findExitCode(error), name: null };
  }
}

/** Says why the server cannot serve calls. Null: it can. */
async function findUnreadiness(url: string, timeoutMs: number): Promise<string | null> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(timeoutMs) });
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
