const deleted = { member: "Deleted profile", connection: "Deleted connection", apiKey: "Deleted key" };

/** Writes what a record or a group has the id of: its present name, or that it was deleted. @param name null: there is none any more */
export const nameOfId = (kind: keyof typeof deleted, id: number | string, name: string | null): string =>
  name ?? `${deleted[kind]} ${id}`;
