/** Returns the words of a description without its Markdown and HTML. Links stay as their texts. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/\[([^\]]+)\]\([^)]*\)+/g, "$1")
    .replace(/`([^`]+)`|\*\*([^*]+)\*\*/g, "$1$2");
