/** What the search index reads of a tool, or of an application (then with no parameters and an empty path). */
export interface SearchDocument {
  /** Unique; settles ties. */
  slug: string;
  applicationSlug: string;
  applicationName: string;
  name: string;
  description: string;
  tags: readonly string[];
  /** Names of the input's members. */
  parameters: readonly string[];
  /** `/repos/{owner}/issues`, with or without a method before it, or empty. */
  path: string;
}
