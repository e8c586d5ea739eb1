import { type Requirement, stated } from "./requirement.ts";

/** The MCP endpoints for agents. */
export const mcpDoorRequirements: Requirement[] = [
  ...stated("D52", {
    "agents.key":
      "An API key may come as x-api-key or as a Bearer token on /mcp; under /v1 a key as a Bearer token is 401.",
  }),
  ...stated("D60", {
    "agents.revisions": "One address serves the revisions 2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26.",
    "agents.address": "/mcp and /mcp/{toolsetId} work with and without a closing slash, without redirects.",
    "agents.unauthorized":
      "401 has WWW-Authenticate with resource_metadata of the address that was called, and scope.",
    "agents.sender": "A request with another Host or Origin is 403.",
    "agents.budgets":
      "Each message that wants a result counts as a call, also in a batch, which runs and is charged as a whole or not at all. A body that is refused counts as one, and so does a batch that is larger than a budget, which is 400.",
    "agents.revisions.unknown":
      "A request of a revision that is not known is 400 and learns which are known.",
    "agents.batch":
      "A batch of revision 2025-03-26 gets a response for each of its requests. One with an id twice or of more than 100 messages is 400.",
    "agents.batch.large":
      "When the results of a batch are larger than 32 MB together, the calls left are refused and not run. The others have their results.",
    "agents.credential.ended":
      "A call that was begun when its key is deleted, its grant withdrawn, its member removed or its toolset deleted ends as it would. Nothing is begun after that: no call left of a batch, and none whose form is filled in later.",
    "agents.accept": "A client that accepts every type of response, or does not say which, is served.",
    "agents.headers": "In revision 2026-07-28, headers that contradict the message are 400.",
    "agents.bodies":
      "A body that is too large, too deep or not JSON in UTF-8 is refused, and the server goes on.",
    "agents.refusal.id": "A refusal of a whole request names the id of its message, once that was read.",
    "agents.initialize.wrong":
      "A client that begins without the protocol's members is refused in plain words.",
    "agents.methods": "GET and DELETE are 405.",
  }),
  ...stated("D61", {
    "agents.list":
      "A toolset's address lists exactly the toolset's tools, sorted by name, with title, description, annotations and input schema. A title that repeats the name, and annotations that MCP assumes, are left out of the short form.",
    "agents.list.cursor": "The list is one page: a cursor that is not empty is an error of the protocol.",
    "agents.list.long": "Real clients see all 500 tools of a toolset, and each change of them.",
    "agents.list.cache": "The list has ttlMs and cacheScope private.",
    "agents.list.compact":
      "Descriptions have at most 300 characters and schema texts 160, without examples; required members, enums of up to 1,000 characters, formats and defaults stay. A longer enum is described, and its values can be sent.",
    "agents.list.root":
      "In the short form an input schema has no alternatives at its root, since models' interfaces refuse them there; their members are members of the root.",
    "agents.list.items":
      "Each schema of arrays in an input schema has items, without which OpenAI refuses it.",
    "agents.list.properties":
      "An input schema has properties, without which OpenAI refuses it, also when the tool takes no input.",
    "agents.list.patterns":
      "In the short form an input schema has no pattern that looks ahead or behind, since OpenAI refuses it.",
    "agents.list.names":
      "In the short form an input schema has no optional member whose name Claude refuses; calls still take it.",
    "agents.list.full": "With schemas full, descriptions and schemas are whole.",
    "agents.list.change": "The list changes at once when the toolset or one of its tools changes.",
    "agents.toolset.left":
      "A call of a toolset's endpoint is held against the toolset when it begins. One whose connection has left the toolset is refused and not sent through the default connection.",
    "agents.list.read-only": "A read-only credential sees and calls only tools that read.",
    "agents.list.settings":
      "A tool has the name and description that the toolset gives it, and no member for a preset.",
    "agents.foreign": "Another member's or company's toolset is refused, and so is one that does not exist.",
    "agents.output-schemas":
      "Output schemas are listed with outputSchemas true only, and structured content then fits them.",
    "agents.unknown-tool":
      "A tool that is not in the list is an error of the protocol that names the nearest one or those that there are, and nothing is sent.",
  }),
  ...stated("D62", {
    "agents.meta":
      "/mcp has the tools bowline_search_tools, bowline_get_tool, bowline_execute_tool, bowline_list_connections and bowline_connect.",
    "agents.meta.narrowed": "For a credential narrowed to a toolset, /mcp has that toolset's tools.",
    "agents.meta.search":
      "bowline_search_tools finds tools and is charged to the search budgets. A blank query is refused.",
    "agents.meta.get":
      "bowline_get_tool returns a tool's description and input schema, shortened unless schemas is full.",
    "agents.meta.execute": "bowline_execute_tool runs a tool with the default or a named connection.",
    "agents.meta.connections": "bowline_list_connections lists the caller's connections and no others.",
    "agents.meta.words":
      "Refusals at /mcp, and searches that find nothing, say what to do with its tools, and name no operation of the API; an optional input of its tools that is null counts as left out.",
    "agents.meta.connect": "bowline_connect returns a link where a person connects the application.",
  }),
  ...stated("D63", {
    "agents.call":
      "A call runs the tool through the toolset's connection; its history record has source mcp.",
    "agents.call.output": "The output comes as text, and as structuredContent when it is an object.",
    "agents.call.content": "Images, audio and resources of an MCP server's tool come through as they are.",
    "agents.call.failure":
      "A failed call is isError with kind, message and what to do; _meta has historyId, kind and connectionId.",
    "agents.call.refused":
      "Refused input is isError with the same details as the API, and nothing is sent. The text names each input as the agent sends it.",
    "agents.call.arguments":
      "A message whose params have null for arguments or a cursor is one without them; a call that names no tool is refused in plain words.",
    "agents.call.numbers":
      "Arguments with a number that would change on its way are isError, which says to send its digits as text.",
    "agents.call.ambiguous":
      "Where several connections of a toolset permit a tool and none is the default, the refusal says what to ask the user for.",
    "agents.call.no-connection": "A missing connection is isError with a connect link.",
    "agents.call.url-elicitation":
      "A client that can show addresses is asked to show the connect link, unless the model can name a connection of its user.",
    "agents.call.progress": "The progress of a running call reaches the client, at most ten times a second.",
    "agents.call.cancel": "Canceling a call ends the call of the application.",
    "agents.call.cancel.silent":
      "A call that an older client cancels gets no response: its stream ends without one.",
    "agents.call.secrets": "No result contains a secret that the application repeats.",
    "agents.call.hostile": "An output with members such as __proto__ comes through unchanged.",
    "agents.results":
      "With resultControls, tools that return lists take _results with filters, sort, top, offset and fields; filter values may be numbers and booleans.",
    "agents.results.off": "Without resultControls, _results is an unknown input.",
    "agents.results.warning":
      "A filter on a field that no record has, or such a member to keep, adds a warning as text.",
  }),
  ...stated("D64", {
    "agents.size": "A result over resultBytes is cut at a record's edge and says how many records there are.",
    "agents.size.default": "Without resultBytes, a result has at most 100,000 characters.",
    "agents.size.read":
      "bowline_read_result reads on at an offset of records; it is listed by toolsets that set resultBytes.",
    "agents.size.record":
      "A record that is too long itself is read on, too, from the character that the result names.",
    "agents.size.foreign": "bowline_read_result reads no result of another caller or toolset.",
  }),
];
