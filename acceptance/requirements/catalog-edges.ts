import { type Requirement, stated } from "./requirement.ts";

/** What descriptions hold that must be written otherwise in a request. */
export const catalogEdgeRequirements: Requirement[] = stated("D24", {
  "import.path-characters":
    "Characters of a document's paths and servers that may not stand in an address, such as a space, are percent-encoded in what is sent and in a dry run. What is encoded already stays.",
});

/** What a person sees who starts the server in a terminal. */
export const terminalRequirements: Requirement[] = [
  ...stated("D53", {
    "terminal.first":
      "On a terminal, the first start shows a bar below the link while the built-in applications are made, and then the link is the last line.",
    "terminal.later": "A later start with nothing to make shows neither bar nor link.",
  }),
  ...stated("D67", {
    "terminal.upgrade":
      "On a terminal, a start that makes other built-in applications shows a bar, which leaves nothing behind, and then says that they are ready.",
    "terminal.pipe": "Without a terminal the log gets a line for each step, and no control characters.",
  }),
];
