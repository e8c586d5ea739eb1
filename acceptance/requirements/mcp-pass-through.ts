import { type Requirement, stated } from "./requirement.ts";

/** What comes through from an MCP server's tool to an MCP client. */
export const mcpPassThroughRequirements: Requirement[] = [
  ...stated("D63", {
    "pass.content":
      "Texts, images, audio, embedded resources and links to resources come through as the server sent them.",
    "pass.content.unknown":
      "A block of a kind that is not known, or with data that clients refuse, comes as a text with its JSON; so does a link to a resource for a client of revision 2025-03-26. The blocks around it come as the server sent them.",
    "pass.structured": "Structured content comes through together with the images beside it.",
    "pass.structured.texts":
      "Texts beside structured content come through, too, unless they only repeat it. A result says when they were cut.",
    "pass.structured.long":
      "Structured content that is long, or takes long to be read, is cut without the loss of the images and short texts beside it.",
    "pass.failure":
      "A tool's own failure comes through as isError, with all of its words and its images, also when they are large or stand beside structured content.",
    "pass.bounds":
      "A result that is larger than the limit of an output is refused as outputTooLarge, and texts, those of embedded resources too, are cut at resultBytes, without the loss of images beside them.",
    "pass.secrets": "A secret in any part of a result is masked, also in a large one.",
    "pass.input":
      "What a tool asks of a person, of the client's model or of its roots reaches a client of revision 2026-07-28 that can do it, and the responses reach the tool.",
    "pass.input.name": "A form says which application asks.",
    "pass.input.unable":
      "A client that did not say that it can do what a tool asks gets the protocol's error that names the capability. Over the API the call fails.",
    "pass.input.refused":
      "What a tool does not accept as a response is an error of the protocol, and so is a capability that it requires.",
    "pass.schema": "With schemas full, every keyword of a schema of JSON Schema 2020-12 is listed.",
  }),
  ...stated("D60", {
    "pass.listen":
      "subscriptions/listen of revision 2026-07-28 is acknowledged with nothing and ends at once, and listChanged is not advertised: a list says how long it may be kept.",
  }),
  ...stated("D75", {
    "pass.event-loop":
      "A response of an MCP server of 5 MB, or as large as the limit permits, holds the event loop for less than 100 ms.",
  }),
];
