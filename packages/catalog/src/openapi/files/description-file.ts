/** What was found at the address of a file that a document refers to (decisions D24a). */
export type DescriptionFile =
  | {
      text: string;
      /** The address of the response, after redirects. The file's own references are resolved against it. */
      url: string;
    }
  | {
      /** One sentence: why there is no text. */
      problem: string;
    };

/** By address, without the fragment. */
export type DescriptionFiles = ReadonlyMap<string, DescriptionFile>;
