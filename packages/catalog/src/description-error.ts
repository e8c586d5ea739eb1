/** A description of an application that cannot be imported at all. The message is meant for the one who gave it. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
}
