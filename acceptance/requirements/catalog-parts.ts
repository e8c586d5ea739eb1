import { type Requirement, stated } from "./requirement.ts";

/** How names are shortened and kept, what a slug goes on to mean, and who sees a change of the catalog. */
export const catalogPartsRequirements: Requirement[] = [
  ...stated("D20", {
    "slugs.not-repeated": "An operation that begins with its application's name does not repeat it.",
    "slugs.small-words": "Of a name that is too long the small words are left out first.",
    "slugs.abbreviated": "A name that is still too long has its long common words abbreviated.",
    "slugs.shortened-clash":
      "Of two names that are shortened to the same slug the second is closed with a hash.",
  }),
  ...stated("D77", {
    "slugs.meaning.no-more-dangerous":
      "A slug that an import moved from GET to DELETE is not given to the new operation.",
    "slugs.meaning.toolset":
      "A toolset that permits a slug permits nothing when its operation became another, dangerous one.",
    "slugs.meaning.kept": "A slug passes to another path when the new operation is no more dangerous.",
  }),
];
