/** An output to make fit in a thread. Texts are cheaper to pass to a thread than objects. */
export interface FitJob {
  schemaText: string;
  outputText: string;
}
