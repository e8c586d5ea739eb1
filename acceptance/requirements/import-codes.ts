import { type Requirement, stated } from "./requirement.ts";

/** How a program sees why an import in the background failed. */
export const importCodeRequirements: Requirement[] = [
  ...stated("D72", {
    "import.background.code":
      "A failed import has the error code that the same import without `background` returns, and null otherwise.",
  }),
];
