/** A tool or an application in the search index. An application has no parameters and an empty path. */
export interface SearchDocument {
  /** Unique. Equal scores are ordered by it. */
  slug: string;
  applicationSlug: string;
  applicationName: string;
  name: string;
  description: string;
  tags: readonly string[];
  /** Names of the inputs. */
  parameters: readonly string[];
  /** `/repos/{owner}/issues`, optionally after a method, or empty. */
  path: string;
}
