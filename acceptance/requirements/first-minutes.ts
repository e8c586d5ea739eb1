import { type Requirement, stated } from "./requirement.ts";

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
  ...stated("D80", {
    "headers.api":
      "Every response under /v1 has x-content-type-options: nosniff and cache-control: no-store.",
    "headers.pages":
      "Every response outside of /v1 has x-content-type-options: nosniff; pages have cache-control: no-store.",
    "headers.malformed": "The response to what is no HTTP has both headers, too.",
  }),
  ...stated("D49", {
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
