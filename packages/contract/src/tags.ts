/** The sections of the API in reading order, with a description of each. */
export const tags = {
  Identity: "The owner of a credential.",
  Applications: "The catalog's applications. Admins import more.",
  Tools: "The applications' operations: find them, and execute them.",
  Connections: "Stored links between the caller and an application.",
  Toolsets: "Bundles of connections with the tools each may use, to scope an agent.",
  History: "Records of executions: which tool ran, when, for whom, through which connection.",
  Approvals: "Calls that a toolset holds back until a person approves them.",
  "API keys": "Keys for programs, full or narrowed.",
  Members: "The people and services of the company.",
  OAuth: "Clients that get tokens here, and what people allowed them.",
  Server: "How the server is, for Admins.",
} as const;

/** One of the sections. */
export type Tag = keyof typeof tags;
