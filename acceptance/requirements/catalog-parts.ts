import { type Requirement, stated } from "./requirement.ts";

/** How slugs are shortened, and which operation a slug refers to after an import. */
export const catalogPartsRequirements: Requirement[] = [
  ...stated("D20", {
    "slugs.not-repeated": "A slug does not repeat the application's name when the operation begins with it.",
    "slugs.small-words": "A name that is too long first loses its small words.",
    "slugs.abbreviated": "A name that is still too long has its long common words abbreviated.",
    "slugs.shortened-clash": "When two names are shortened to the same slug, the second slug ends in a hash.",
  }),
  ...stated("D77", {
    "slugs.meaning.no-more-dangerous":
      "When an operation changes from GET to DELETE, its slug is not given to the new operation.",
    "slugs.meaning.toolset":
      "A toolset does not permit a tool when its slug's operation is replaced by a more dangerous one.",
    "slugs.meaning.kept": "A slug moves to another path when the new operation is not more dangerous.",
  }),
];
