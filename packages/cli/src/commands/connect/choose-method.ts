import type { Authentication } from "@bowline/sdk";
import { CanceledError, UsageError } from "../../errors.ts";
import { cleanText } from "../../output/clean-text.ts";
import type { Session } from "../../session.ts";
import { describeMethod } from "./describe-method.ts";

/** Finds the method that was named, or asks. @throws UsageError when nobody can be asked */
export async function chooseMethod(
  { isInteractive }: Session,
  methods: Authentication[],
  wanted: string | undefined,
): Promise<Authentication> {
  const fitting =
    wanted === undefined
      ? methods
      : methods.filter(({ authenticationId, name, type }) =>
          [String(authenticationId), name, type].includes(wanted),
        );
  const [first, ...others] = fitting;
  if (first !== undefined && others.length === 0) {
    return first;
  }
  if (first === undefined || !isInteractive) {
    const list = methods.map(describeMethod).map(cleanText).join(", ");
    throw new UsageError(`Choose the method with --method: ${list}.`);
  }
  const { isCancel, select } = await import("@clack/prompts");
  const chosen = await select({
    message: "How do you want to connect?",
    options: fitting.map((method) => ({
      value: method,
      label: cleanText(`${method.name} (${method.type})`),
      ...(method.lacksOAuthClient && { hint: "not set up yet" }),
    })),
    output: process.stderr,
  });
  if (isCancel(chosen)) {
    throw new CanceledError("Nothing was connected.");
  }
  return chosen;
}
