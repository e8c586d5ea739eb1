import { type Requirement, stated } from "./requirement.ts";

/** MCP servers as applications. */
export const mcpApplicationRequirements: Requirement[] = [
  ...stated("D24", {
    "mcp.import.tools":
      "An import of an MCP server turns each of its tools, on all pages, into a tool with its title, description, schemas and annotations; source is mcp.",
    "mcp.import.each-tool":
      "A tool that is declared wrongly does not keep out the other tools of its server.",
    "mcp.import.slash": "An MCP server is called at its address with the slash that was given at its end.",
    "mcp.import.too-many":
      "An import that reads only a part of a server's list, or an empty one, says so in warnings.",
    "mcp.import.refused":
      "An address that is not an MCP server, cannot be called, or has a fragment or a parameter without a value, is 400 at url; a member for documents only is 400 at that member.",
    "mcp.import.other-kind":
      "The slug of another kind of application, or of one that another import stored meanwhile, is 409; a different address is 400.",
    "mcp.import.headers":
      "Headers for listing are sent to the server and their values appear nowhere; their names become an authentication method.",
    "mcp.import.header-value":
      "A header's value that no request can carry, such as one with a line break, is 400 at that header; so are headers for an OpenAPI document.",
    "mcp.import.query":
      "The parameters in the query of a server's address are sent to list the tools and become fields of each authentication method; the application has none of their values. Each connection gives them; only a word or a small number is no secret. A sign-in asks for those that are not named for a secret.",
    "mcp.import.closed":
      "A server that requires credentials to list its tools is imported without tools; the first connection that can list them adds them by itself.",
    "mcp.import.sign-in":
      "A server that names its authorization server gets an OAuth method, with the server as resource.",
    "mcp.import.again":
      "A second import replaces the authentication methods by those that the server has now. Header and parameter names stay when it names none, and so does a sign-in whose metadata cannot be used.",
    "mcp.import.no-sign-in":
      "When a server's metadata for signing in cannot be used, the import says why in warnings.",
    "mcp.refresh.objects": "After a refresh the server's tools are the connection's objects.",
  }),
  ...stated("D33", {
    "mcp.execute.eras": "Tools run on servers of revision 2026-07-28 and on servers with sessions.",
    "mcp.execute.credentials": "The connection's credentials are sent, and no response contains them.",
    "mcp.execute.output": "output is the structured content, else the text, parsed when it is JSON.",
    "mcp.execute.tool-error":
      "When a result is an error, the failure is toolError with the tool's own message.",
    "mcp.execute.unauthorized":
      "When the server refuses the credentials, the failure is authorizationExpired.",
    "mcp.execute.dead": "When a server is gone, only its own calls fail.",
  }),
  ...stated("D35", {
    "mcp.execute.repeat":
      "When a server is unavailable for a moment, a call of a tool that only reads or is idempotent is sent again, and no other.",
  }),
  ...stated("D36", {
    "mcp.dry-run": "A dry run shows the request to the MCP server without its secrets and sends nothing.",
  }),
  ...stated("D68", {
    "mcp.first-tools.any-way":
      "Whether a connection is made by the API or a connect link, or gets other credentials, the tools of a server that had none come by themselves.",
    "mcp.first-tools.once":
      "Of several first connections one adds tools. Later connections add none, also when an Admin has accepted the removal of all tools: what differs waits as a change.",
    "mcp.first-tools.own-values":
      "The connection of a Member that gives more than a token, such as a parameter of the address, or whose token occurs in what the tools say, adds no tools: they wait as changes. An Admin's adds them.",
    "mcp.first-tools.slug-taken":
      "When the slug of a first tool belongs to another application, none is added, and the refresh says which at once.",
    "mcp.changes.held-back":
      "A changed, new or removed tool that an import or a refresh finds is listed as a change with the definitions before and after; no tool changes yet.",
    "mcp.changes.moved":
      "When an Admin gives an application another address while its server is asked, nothing of what that one says is stored: the refresh fails, and the import is 409.",
    "mcp.changes.accept": "An accepted change adds, replaces or removes the tool, and is no longer listed.",
    "mcp.changes.slug":
      "A new tool that gets the slug of one that is gone is listed after it, and is 409 until the removal is accepted. When that is rejected, the next listing gives the new tool another slug.",
    "mcp.changes.reject":
      "A rejected change does not change the tool, and is not listed again until the server declares something else.",
    "mcp.changes.seen":
      "A change that has become another one gets a new id, so that accepting the id that was seen accepts nothing else.",
    "mcp.changes.gone": "A change that the server reverts is no longer listed.",
    "mcp.changes.unknown": "A change that is not pending is 404.",
    "mcp.session.kept":
      "The calls of one credential go on with one session of an older server; another credential gets its own.",
  }),
];
