/** A part of the console could not be loaded: the server does not respond, or an update has replaced the part. */
export class PartError extends Error {
  override readonly name = "PartError";
}

/**
 * Loads a part of the console.
 *
 * @param load imports it
 * @throws PartError when that fails. It fails again until the page is loaded anew, because a browser does not ask twice for a module
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new PartError("A part of the console could not be loaded.", { cause });
  }
}
