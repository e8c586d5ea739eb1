import { needing, type Requirement, stated } from "./requirement.ts";

/** What is left of the walls around an agent: every door, and approvals wherever they are asked for. */
export const wallRequirements: Requirement[] = [
  ...stated("D13", {
    "walls.every-door":
      "Whatever random credentials (keys, tokens, narrowed, read-only, with few scopes) send to the API and the MCP endpoints, they list, describe and run exactly what a model of the rules permits, with the connection that it names.",
    "walls.hints":
      "No response names a tool, toolset, connection or application outside of the credential's toolset, unless the request did; over MCP, what is not there and what is outside get the same response.",
    "walls.other-names":
      "A credential narrowed to a toolset does not learn which tool a name of another toolset stands for.",
    "walls.replays":
      "An idempotency key replays a response to its credential only, and only while the call is permitted.",
  }),
  ...stated("D64", {
    "walls.results":
      "bowline_read_result reads no result of a tool or connection that the toolset does not permit, also when the owner ran it through the toolset.",
  }),
  ...stated("D65", {
    "walls.presets":
      "No response to a credential narrowed to the toolset contains the value of a preset, in a dry run neither.",
  }),
  ...stated("D66", {
    "approvals.denied-before":
      "When the same call was denied in the last 60 minutes, the message says so with the reason, and asks again.",
    "approvals.mcp":
      "A client of any revision that can show addresses is asked to show the approval's; after the approval the same call runs once. A person who closes it leaves the call waiting.",
    "approvals.mcp.denied":
      "After a denial the repeated call is isError with the reason, and no address is shown again by itself.",
    "approvals.mcp.text": "A client that cannot show addresses gets the address as text.",
    "approvals.mcp.once": "Of twenty equal calls at once over MCP, one uses the approval.",
    "approvals.mcp.asks":
      "A tool whose call was approved can ask the client for nothing, and gets no response that the client sends along: the call fails.",
    "approvals.mcp.who":
      "Neither another member nor another company's Admin sees or decides a call by its address.",
    "approvals.mcp.expired":
      "A request that nobody decided in 60 minutes, and an approval that was not used in 60 minutes, run nothing.",
    "approvals.limit":
      "At most 100 calls of a toolset wait at once; another one is 409, and runs nothing. After a decision the next one waits.",
    "approvals.list-page":
      "The page /approvals lists the calls that wait for the person who is signed in, and no others.",
  }),
  ...stated("D51", {
    "connect-link.renews":
      "With connectionId, a link renews that connection with its method; it keeps its id, name, toolsets and default.",
    "connect-link.renews.whole":
      "Nothing that the person leaves out is kept from the connection's old fields.",
    "connect-link.renews.sign-in":
      "With connectionId, a link to a sign-in renews that connection and makes no other one.",
    "connect-link.renews.mcp":
      "An agent whose connection's credentials are refused gets a link that renews this connection; then its call runs.",
    "connect-link.renews.checked":
      "A link renews only a connection of its caller and application, by its own method and environment, and ends with it.",
  }),
  ...stated("D49", {
    "approvals.log":
      "The log has a line for each approval that is asked for, granted or denied, without the input.",
  }),
];

/** Those that a real browser proves. */
export const wallBrowserRequirements: Requirement[] = needing(
  ["chromium", "chromium-browser", "google-chrome"],
  "D66",
  {
    "approvals.pages.browser":
      "The list and the page of an approval work at 375 pixels and on wide screens, light and dark, without scrolling sideways.",
  },
);
