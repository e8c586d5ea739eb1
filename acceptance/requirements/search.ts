import { type Requirement, stated } from "./requirement.ts";

/** What a search for tools finds. */
export const searchRequirements: Requirement[] = [
  ...stated("D22: search", {
    "search.plain-words":
      "A plain sentence finds the tool that does it, whatever technical words describe the tool.",
    "search.action": "What a tool does is read from its method and path, too.",
    "search.own-things": "A search for my things finds the tool for the authenticated user's.",
    "search.connected":
      "Of tools that fit alike, those of applications that the caller is connected to come first.",
    "search.typing-mistakes": "A word with a typing mistake is still found.",
  }),
  ...stated("D22: hybrid search", {
    "search.hybrid": "With BOWLINE_SEARCH=hybrid a search finds tools by meaning, too.",
    "search.hybrid.words-first": "Until the meaning of a new tool is computed, it is found by its words.",
  }),
  ...stated("D75: search", {
    "search.any-text": "A search takes any text of up to 500 characters; a longer one is a VALIDATION_ERROR.",
  }),
];
