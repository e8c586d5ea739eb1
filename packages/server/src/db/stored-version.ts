/** The version of the shapes that are stored as JSON: a tool's binding with its manifest, an application's definition. */
export const storedVersion = 1;

/**
 * How a shape of each older version becomes one of the next; the first is version 0, which carried no number. A change to a stored
 * shape raises `storedVersion` and adds its step here, and nothing else reads the older shape.
 */
const upgrades: readonly ((shape: object) => object)[] = [(shape) => shape];

/** A shape as it is stored, with the version that it has. */
export const writeVersioned = (shape: object): string => JSON.stringify({ version: storedVersion, ...shape });

/**
 * A stored shape as this server knows it.
 *
 * @param what names it in the message, such as `The binding of tool 12`
 * @throws Error when a newer server stored it
 */
export function readVersioned<Shape extends object>(
  { version = 0, ...shape }: Shape & { version?: number },
  what: string,
): Omit<Shape, "version"> {
  if (version > storedVersion) {
    throw new Error(
      `${what} has version ${version}, and this server reads versions up to ${storedVersion}. Run the newer server that stored it.`,
    );
  }
  return upgrades.slice(version).reduce((older, upgrade) => upgrade(older), shape as object) as Shape;
}
