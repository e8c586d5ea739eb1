import type { Command } from "commander";
import type { GlobalOptions, Session } from "../session.ts";

/** Makes a commander action of a function that gets a session, the command's arguments and its options. */
export function withSession<Args extends unknown[]>(
  act: (session: Session, ...args: Args) => Promise<void>,
): (...parameters: unknown[]) => Promise<void> {
  return async (...parameters) => {
    const command = parameters.at(-1) as Command;
    const { openSession } = await import("../session.ts");
    const session = await openSession(command.optsWithGlobals<GlobalOptions>());
    await act(session, ...(parameters.slice(0, -1) as Args));
  };
}
