/** Thrown when a description cannot be imported at all. The message is shown to the person who imports it. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
}
