/** The chapters of the API, in the order they are read, and what each is about. */
export const tags = {
  Identity: "Who a credential belongs to.",
  Applications: "The catalog's applications. Admins import further ones.",
  Tools: "The applications' operations: find them, and execute them.",
  Connections: "Stored links between the caller and an application.",
  Toolsets: "Bundles of connections with the tools each may use, to scope an agent.",
  History: "Which tool ran when, for whom, through which connection.",
  "API keys": "Keys for programs, whole or narrowed.",
  Members: "The people and services of the company.",
} as const;

/** One of the chapters. */
export type Tag = keyof typeof tags;
