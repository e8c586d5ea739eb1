/** The server failed after it had begun to call a tool: whether the tool ran is not known, so that nobody may call a retry safe. */
export class CutOffError extends Error {
  override readonly name = "CutOffError";

  constructor(cause: unknown) {
    super("An execution failed after its tool was called.", { cause });
  }
}
