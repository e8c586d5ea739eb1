import { type Requirement, stated } from "./requirement.ts";

/** What somebody meets in the first minutes: definitions for models, messages, headers, the log, the reference. */
export const firstMinutesRequirements: Requirement[] = [
  ...stated("D50", {
    "tools.view.input": "view=input returns tools without their output schemas.",
    "tools.format.openai": "format=openai returns function tools that OpenAI's chat completions take.",
    "tools.format.anthropic": "format=anthropic returns tools that Anthropic's messages take.",
    "tools.format.mcp": "format=mcp returns tools of the Model Context Protocol.",
    "tools.format.narrowed": "A narrowed key may ask for every format.",
    "tools.format.summary": "A definition without its input schema is a VALIDATION_ERROR at view.",
  }),
];
