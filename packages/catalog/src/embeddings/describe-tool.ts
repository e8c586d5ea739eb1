/** What is said of a tool to embed it. */
export interface DescribedTool {
  applicationName: string;
  name: string;
  description: string;
}

const descriptionLength = 240;
const markup = /<[^<>]{0,300}>|https?:\/\/\S+/g;

/** Returns the text to embed: short, because each word takes time and the beginning says the most. */
export function describeTool({ applicationName, name, description }: DescribedTool): string {
  const plain = description.replace(markup, " ").replace(/\s+/g, " ").trim();
  return `${applicationName}: ${name}. ${plain.slice(0, descriptionLength)}`;
}
