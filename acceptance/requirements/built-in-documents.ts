import { type Requirement, stated } from "./requirement.ts";

/** Real API descriptions, with a mock server over the same description as the application. */
export const builtInDocumentRequirements: Requirement[] = [
  ...stated("D24", {
    "documents.requests":
      "What the tools of a real API description send is accepted by a validator made of the same description.",
  }),
  ...stated("D67", {
    "documents.featured":
      "The featured tools of built-in applications send what their applications' own descriptions allow.",
    "documents.emulated": "The built-in GitHub works with an emulated GitHub that keeps state.",
  }),
];
