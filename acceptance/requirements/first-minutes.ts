import { needing, type Requirement, stated } from "./requirement.ts";

/** What somebody meets in the first minutes: definitions for models, messages, headers, the log, the reference. */
export const firstMinutesRequirements: Requirement[] = [
  ...stated("D7", {
    "http.body.near-member": "An unknown member close to a known one is refused with the known name.",
    "http.query.misspelt": "A query value that is a misspelt known one is 400 with the right name.",
  }),
  ...stated("D47", {
    "execute.fields-forgotten":
      "Input beside a missing fields gets one problem at fields that says to put it there.",
    "http.references.nearest":
      "An unknown tool or application is 404 with the nearest slug the caller may see.",
  }),
  ...stated("D2", {
    "http.method.names-allowed": "A known path with another method is 404 with the methods it takes.",
  }),
  ...stated("contract: Tool execution types", {
    "messages.choice": "A member with a wrong choice is refused with the choices there are.",
  }),
  ...stated("D12", {
    "identity.roles.admin-only": "A Member gets 403 from every operation that is an Admin's.",
  }),
  ...stated("D80", {
    "headers.api":
      "Every response under /v1 has x-content-type-options: nosniff and cache-control: no-store.",
    "headers.pages":
      "Every response outside of /v1 has x-content-type-options: nosniff; pages have cache-control: no-store.",
    "headers.malformed": "The response to what is no HTTP has both headers, too.",
  }),
  ...stated("D48", {
    "settings.misspelt": "A variable close to a setting stops the start, naming the setting that was meant.",
    "settings.unknown": "Another unknown variable beginning with BOWLINE_ is warned about.",
    "start.port-in-use": "A port in use is refused with one line, before anything is opened.",
    "start.data-folder": "A data folder that cannot be made is refused with a sentence that says what to do.",
  }),
  ...needing(["chromium", "chromium-browser", "google-chrome"], "contract: Endpoints", {
    "reference.self-contained": "The reference asks nobody but this server, and nothing of it is blocked.",
    "reference.try":
      "An operation can be tried from the reference with a key that the browser keeps, whichever address it was opened by.",
  }),
  ...stated("contract: Endpoints", {
    "reference.kept": "The reference's parts are kept for ever under names that change with them.",
    "reference.policy": "The reference's content security policy allows nothing of others.",
  }),
  ...stated("D49", {
    "log.execution": "An execution is one line of the log: tool, status, milliseconds, history id.",
    "log.import": "An import is a line of the log.",
    "log.format": "BOWLINE_LOG_FORMAT chooses text or JSON, for a refused start, too.",
    "start-page.browser": "GET / leads a browser to the reference.",
    "start-page.program": "GET / tells a program where the API is.",
  }),
  ...stated("D50", {
    "tools.view.input": "view=input returns tools without their output schemas.",
    "tools.format.openai": "format=openai returns function tools that OpenAI's chat completions take.",
    "tools.format.anthropic": "format=anthropic returns tools that Anthropic's messages take.",
    "tools.format.mcp": "format=mcp returns tools of the Model Context Protocol.",
    "tools.format.narrowed": "A narrowed key may ask for every format.",
    "tools.format.summary": "A definition without its input schema is a VALIDATION_ERROR at view.",
  }),
];
