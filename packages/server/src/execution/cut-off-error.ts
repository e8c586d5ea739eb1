/** The server failed after it had begun to call a tool. It is unknown whether the tool ran, so a retry is not safe. */
export class CutOffError extends Error {
  override readonly name = "CutOffError";

  constructor(cause: unknown) {
    super("An execution failed after its tool was called.", { cause });
  }
}
