import type { SearchDocument } from "./search-document.ts";

/** One part of a document, as BM25F weighs it. */
export interface SearchField {
  /** What one occurrence counts. */
  weight: number;
  /** 0: a long text counts as much as a short one; 1: only the share of the text counts. */
  lengthPenalty: number;
  /** Words of a usual text of this kind; a longer one counts less. A fixed number, so that a document weighs the same beside any others. */
  usualLength: number;
  /** Whether the first verb of the text says what the tool does. */
  namesAction?: boolean;
  read(document: SearchDocument): string;
}

/** A description says what it is about early; the rest costs memory and says less. */
const textLength = 4_000;
/** Tags of HTML, and addresses: "https", "docs" and "com" are no words of a description. */
const markup = /<\/?[a-z][^<>]{0,300}>|https?:\/\/[^\s)>\]"']{1,500}/gi;

/** The usual weights of BM25F, rounded; the ranking changes little within a factor of two of each. */
export const searchFields: readonly SearchField[] = [
  { weight: 2.5, lengthPenalty: 0, usualLength: 2, read: readApplication },
  { weight: 3, lengthPenalty: 0.5, usualLength: 4, namesAction: true, read: ({ name }) => name },
  { weight: 2, lengthPenalty: 0.5, usualLength: 4, namesAction: true, read: readOperation },
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
    read: ({ tags }) => tags.join(" ").slice(0, textLength),
  },
  { weight: 1, lengthPenalty: 0.5, usualLength: 6, read: ({ path }) => path },
  {
    weight: 0.5,
    lengthPenalty: 0.75,
    usualLength: 8,
    read: ({ parameters }) => parameters.join(" ").slice(0, textLength),
  },
];

function readApplication({ applicationName, applicationSlug }: SearchDocument): string {
  const name = applicationName.toLowerCase();
  const others = applicationSlug.split("-").filter((word) => !name.includes(word));
  return [applicationName, ...others].join(" ");
}

/** The slug without its application, which has its own field. */
function readOperation({ slug, applicationSlug }: SearchDocument): string {
  const prefix = `${applicationSlug.replaceAll("-", "_")}_`;
  return slug.startsWith(prefix) ? slug.slice(prefix.length) : slug;
}
