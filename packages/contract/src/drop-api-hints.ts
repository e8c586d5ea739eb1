/** Drops the sentences of a message that tell a program which operation to call: a person or a model cannot. */
export function dropApiHints(message: string): string {
  const sentences = message.split(/(?<=[.!?…])\s+(?=[A-Z])/);
  const kept = sentences.filter((sentence) => !/\b(?:GET|POST|PUT|PATCH|DELETE) \/v1\//.test(sentence));
  return kept.length === 0 ? message : kept.join(" ");
}
