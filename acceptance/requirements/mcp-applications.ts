import { type Requirement, stated } from "./requirement.ts";

/** MCP servers as applications. */
export const mcpApplicationRequirements: Requirement[] = [
  ...stated("D24", {
    "mcp.import.tools":
      "Importing an MCP server makes each of its tools, over all pages, a tool with its title, description, schemas and annotations; the source is mcp.",
    "mcp.import.refused":
      "What is no MCP server, an address that cannot be called, and members that belong to documents are 400 at the member.",
    "mcp.import.other-kind": "A slug of another kind of application is 409, and another address is 400.",
    "mcp.import.headers":
      "Headers given for listing are sent to the server and appear nowhere; their names become a method to connect.",
    "mcp.import.closed":
      "A server that asks for credentials even to list its tools is imported without tools; the first refresh of a connection brings them.",
    "mcp.import.sign-in":
      "A server that names its authorization server gets a method to sign in, with the server as resource.",
    "mcp.refresh.objects": "A refresh makes the server's tools the objects of a connection.",
  }),
  ...stated("D33", {
    "mcp.execute.eras": "Tools of servers of revision 2026-07-28 and of those with sessions run alike.",
    "mcp.execute.credentials": "The connection's credentials are sent, and appear in no response.",
    "mcp.execute.output": "A result is the structured content, else its text, as JSON where it is JSON.",
    "mcp.execute.tool-error":
      "A result that is an error is a failure of kind toolError with the tool's words.",
    "mcp.execute.unauthorized":
      "Credentials that the server does not accept are a failure of kind authorizationExpired.",
    "mcp.execute.dead": "A server that is gone fails its own calls alone.",
  }),
  ...stated("D36", {
    "mcp.dry-run": "A dry run shows the request to the MCP server without its secrets and sends nothing.",
  }),
  ...stated("D68", {
    "mcp.changes.held-back":
      "What an import or a refresh finds changed, new or removed changes no tool; it is listed with the definitions before and after.",
    "mcp.changes.accept": "An accepted change adds, replaces or removes the tool, and is listed no more.",
    "mcp.changes.reject":
      "A rejected change leaves the tool, and is not found again until the server declares something else.",
    "mcp.changes.gone": "A change that the server takes back is listed no more.",
    "mcp.changes.unknown": "A change that does not wait is 404.",
  }),
];
