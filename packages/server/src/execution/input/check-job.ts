/** An input to check in a thread. Texts are cheaper to pass to a thread than objects. */
export interface CheckJob {
  schemaText: string;
  inputText: string;
  subItemNames: readonly string[];
}
