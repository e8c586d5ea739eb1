import { type Requirement, stated } from "./requirement.ts";

/** What clients in use do with the MCP endpoints. */
export const mcpClientRequirements: Requirement[] = [
  ...stated("D52", {
    "clients.key":
      "Clients in use list a toolset's tools and call them with an API key, as x-api-key and as a Bearer token.",
    "clients.refused": "Clients in use report a wrong key as an error, and list nothing.",
  }),
  ...stated("D61", {
    "clients.descriptions": "Clients in use show each tool's name, description and the members of its input.",
  }),
  ...stated("D62", {
    "clients.meta": "Clients in use list and call the tools of /mcp.",
  }),
  ...stated("D63", {
    "clients.nested":
      "Objects and lists in a tool's input arrive at the application as the model wrote them.",
    "clients.failure": "Clients in use pass the message of a failed call on to the model.",
  }),
];
