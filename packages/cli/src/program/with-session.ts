import type { Command } from "commander";
import type { findTarget } from "../config/find-credential.ts";
import type { GlobalOptions, Session } from "../session.ts";

/**
 * Makes a commander action of a function that gets a session, the command's arguments and its options.
 *
 * @param loadFind loads how the command finds the server and the credential, where it is not as usual
 */
export function withSession<Args extends unknown[]>(
  act: (session: Session, ...args: Args) => Promise<void>,
  loadFind?: () => Promise<typeof findTarget>,
): (...parameters: unknown[]) => Promise<void> {
  return async (...parameters) => {
    const command = parameters.at(-1) as Command;
    const { openSession } = await import("../session.ts");
    const session = await openSession(command.optsWithGlobals<GlobalOptions>(), await loadFind?.());
    await act(session, ...(parameters.slice(0, -1) as Args));
  };
}
