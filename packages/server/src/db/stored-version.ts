/** A shape that is stored as JSON together with a version. */
export interface StoredShape {
  /** The beginning of a message, such as `The binding of tool`. */
  what: string;
  /**
   * The steps from each older version to the next. Version 0 had no number. A change to the shape adds its step here; no other code
   * knows older versions.
   */
  upgrades: readonly ((older: Record<string, unknown>) => Record<string, unknown>)[];
}

/** A tool's binding, with its manifest. */
export const storedBinding: StoredShape = {
  what: "The binding of tool",
  upgrades: [({ type: kind = "http", ...binding }) => ({ kind, ...binding })],
};

/** An application's definition, with its manifest. */
export const storedDefinition: StoredShape = {
  what: "The definition of application",
  upgrades: [(definition) => definition],
};

/** Adds the version to a shape, to store it. */
export const writeVersioned = ({ upgrades }: StoredShape, value: object): string =>
  JSON.stringify({ version: upgrades.length, ...value });

/**
 * Converts a stored shape to this server's version.
 *
 * @param id names the row in the message
 * @throws Error when a newer server stored it
 */
export function readVersioned<Value>({ what, upgrades }: StoredShape, stored: object, id: number): Value {
  const { version = 0, ...older } = stored as { version?: number };
  if (version > upgrades.length) {
    throw new Error(
      `${what} ${id} has version ${version}, and this server reads versions up to ${upgrades.length}. Run the newer server that stored it.`,
    );
  }
  return upgrades
    .slice(version)
    .reduce((value, upgrade) => upgrade(value), older as Record<string, unknown>) as Value;
}
