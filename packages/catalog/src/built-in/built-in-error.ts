/** A built-in application that cannot be built: its declaration or its document is wrong. The message is for its author. */
export class BuiltInError extends Error {
  override name = "BuiltInError";

  constructor(slug: string, problems: readonly string[]) {
    super(
      `The built-in application "${slug}" cannot be built:\n${problems.map((one) => `  ${one}`).join("\n")}`,
    );
  }
}
