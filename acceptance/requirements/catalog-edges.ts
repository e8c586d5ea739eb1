import { type Requirement, stated } from "./requirement.ts";

/** What descriptions hold that must be written otherwise in a request. */
export const catalogEdgeRequirements: Requirement[] = stated("D24", {
  "import.path-characters":
    "Characters of a document's paths and servers that may not stand in an address, such as a space, are percent-encoded in what is sent and in a dry run. What is encoded already stays.",
});
