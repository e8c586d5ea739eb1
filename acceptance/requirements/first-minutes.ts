import { needing, type Requirement, stated } from "./requirement.ts";

/** What a new user sees first: tool definitions, messages, headers, the log, the API reference. */
export const firstMinutesRequirements: Requirement[] = [
  ...stated("D7", {
    "http.body.near-member":
      "For an unknown member that is similar to a known one, the issue names the known one.",
    "http.query.misspelled": "A misspelled query parameter is 400 with the right name.",
  }),
  ...stated("D47", {
    "execute.fields-forgotten":
      "When input is sent beside a missing fields, one problem at fields says to put the input there.",
    "http.references.nearest":
      "An unknown tool or application is 404 with the most similar slug that the caller may see.",
    "http.references.application":
      "For an unknown tool whose slug begins with an application's name, no tool of another application is suggested.",
  }),
  ...stated("D2", {
    "http.method.names-allowed": "A known path with another method is 404 with the supported methods.",
  }),
  ...stated("contract: Tool execution types", {
    "messages.choice": "A value that is not one of the choices is refused with the list of choices.",
  }),
  ...stated("D12", {
    "identity.roles.admin-only": "A Member gets 403 from every operation that is an Admin's.",
  }),
  ...stated("D80", {
    "headers.api":
      "Every response under /v1 has x-content-type-options: nosniff and cache-control: no-store.",
    "headers.pages":
      "Every response outside of /v1 has x-content-type-options: nosniff; pages have cache-control: no-store.",
    "headers.frames":
      "Every page forbids to be shown in a frame, by its policy and by x-frame-options: also those of the authorization server.",
    "headers.malformed": "The response to a malformed HTTP request has both headers, too.",
  }),
  ...stated("D48", {
    "settings.misspelled":
      "With a misspelled setting the server does not start and names the setting that was meant.",
    "settings.unknown": "Any other unknown variable that begins with BOWLINE_ is a warning.",
    "start.port-in-use": "When the port is in use, the start fails with one line, before anything is opened.",
    "start.data-folder":
      "When the data folder cannot be created, the start fails with a sentence that says what to do.",
  }),
  ...needing(["chromium", "chromium-browser", "google-chrome"], "contract: Endpoints", {
    "reference.self-contained":
      "The reference sends requests only to this server, and the browser blocks nothing of it.",
    "reference.try":
      "The reference can send an operation with a key that the browser stores, at any address of the server.",
  }),
  ...stated("contract: Endpoints", {
    "reference.kept": "The reference's files are cached forever; their names change with their content.",
    "reference.policy": "The reference's content security policy allows no other origin.",
  }),
  ...stated("D49", {
    "log.execution": "An execution writes one log line: tool, status, milliseconds, history id.",
    "log.import": "An import writes one log line.",
    "log.format": "BOWLINE_LOG_FORMAT chooses text or JSON, also when the start fails.",
    "start-page.browser":
      "GET / redirects a browser to the console, and to the reference where the console is off.",
    "start-page.program": "GET / returns the API's addresses to a program.",
    "start-page.unknown":
      "An address that leads nowhere is 404: a page with a way on for a browser, one line for a program.",
  }),
  ...stated("D50", {
    "tools.view.input": "view=input returns tools without their output schemas.",
    "tools.format.openai": "format=openai returns function tools that OpenAI's chat completions take.",
    "tools.format.anthropic": "format=anthropic returns tools that Anthropic's messages take.",
    "tools.format.mcp": "format=mcp returns tools of the Model Context Protocol.",
    "tools.format.subject":
      "A description that does not say what the tool is about begins with the tool's name in every format.",
    "tools.format.narrowed": "A narrowed key may request every format.",
    "tools.format.summary": "A definition without its input schema is a VALIDATION_ERROR at view.",
  }),
];
