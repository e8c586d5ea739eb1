/** A tool or an application in the search index. An application has no operation, parameters, method and path. */
export interface SearchDocument {
  /** Unique. Equal scores are ordered by it. */
  slug: string;
  applicationSlug: string;
  applicationName: string;
  /** What the application is for: its description and its categories. */
  applicationDescription: string;
  /** The bare operation, such as `issues_create`. */
  operation: string;
  name: string;
  description: string;
  tags: readonly string[];
  /** Names of the inputs. */
  parameters: readonly string[];
  /** Upper case; empty when the tool is not an HTTP request. */
  method: string;
  /** `/repos/{owner}/issues`, or empty. */
  path: string;
  /** Whether the application's description recommends it. */
  isFeatured: boolean;
  isDeprecated: boolean;
}

/** Longer names and paths are those of nobody who wants to be found. */
const nameLength = 500;
const pathLength = 2_000;

/** Cuts what is read word by word. Descriptions and lists are cut where they are read. */
export const cutNames = (document: SearchDocument): SearchDocument => ({
  ...document,
  applicationName: document.applicationName.slice(0, nameLength),
  operation: document.operation.slice(0, nameLength),
  name: document.name.slice(0, nameLength),
  path: document.path.slice(0, pathLength),
});
