import type { PathWords } from "./read-operation.ts";
import { listWords } from "./read-operation.ts";
import type { SearchDocument } from "./search-document.ts";

/** A field of a document with its BM25F parameters. */
export interface SearchField {
  /** Weight of one occurrence. */
  weight: number;
  /** Length normalization. 0: length does not matter; 1: the weight is divided by the relative length. */
  lengthPenalty: number;
  /** Usual number of words; occurrences in a longer text weigh less. It is fixed, so a document's weights do not depend on others. */
  usualLength: number;
  read(document: SearchDocument, path: PathWords): string;
}

/** Only the beginning of a text is indexed. The rest costs memory and adds little. */
const textLength = 4_000;
/** Tags or parameters. */
const listLength = 1_000;
/** HTML tags and addresses. They are removed so that "https", "docs" and "com" are not indexed. */
const markup = /<\/?[a-z][^<>]{0,300}>|https?:\/\/[^\s)>\]"']{1,500}/gi;

/** The usual weights of BM25F, rounded. Half or double of each changes the ranking little. */
export const searchFields: readonly SearchField[] = [
  { weight: 2.5, lengthPenalty: 0.3, usualLength: 2, read: readApplication },
  { weight: 3, lengthPenalty: 0.5, usualLength: 4, read: ({ name }) => name },
  { weight: 2, lengthPenalty: 0.5, usualLength: 4, read: readOperation },
  {
    weight: 1,
    lengthPenalty: 0.75,
    usualLength: 16,
    read: ({ description }) => description.slice(0, textLength).replace(markup, " "),
  },
  {
    weight: 1.5,
    lengthPenalty: 0.5,
    usualLength: 2,
    read: ({ tags }) => joinBeginning(tags),
  },
  {
    weight: 2,
    lengthPenalty: 0.5,
    usualLength: 1,
    read: (_, { segments }) => (segments.at(-1) ?? []).join(" "),
  },
  {
    weight: 1,
    lengthPenalty: 0.5,
    usualLength: 3,
    read: (_, { segments }) => segments.slice(0, -1).flat().join(" "),
  },
  {
    weight: 0.5,
    lengthPenalty: 0.75,
    usualLength: 8,
    read: ({ parameters }) => joinBeginning(parameters),
  },
];

const joinBeginning = (words: readonly string[]): string =>
  words.slice(0, listLength).join(" ").slice(0, textLength);

/** The position of the field `name`. */
export const nameField = 1;

function readApplication({ applicationName, applicationSlug }: SearchDocument): string {
  const name = applicationName.toLowerCase();
  const others = applicationSlug.split("-").filter((word) => !name.includes(word));
  return [applicationName, ...others].join(" ");
}

/** Returns the words of the operation. Names of path parameters, which generated operations repeat, are left out. */
function readOperation({ operation }: SearchDocument, { segments, parameters }: PathWords): string {
  const words = listWords(operation.replaceAll("_", " "));
  const spoken = new Set(segments.flat());
  return words.filter((word) => spoken.has(word) || !parameters.has(word)).join(" ");
}
