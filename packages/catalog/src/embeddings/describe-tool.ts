/** What is said of a tool to embed it. */
export interface DescribedTool {
  applicationName: string;
  name: string;
  description: string;
}

const nameLength = 240;
const descriptionLength = 240;
/** How many characters of a description are read, with its markup. */
const readLength = 10_000;
const markup = /<[^<>]{0,300}>|https?:\/\/\S+/g;

/** Returns the text to embed: short, because each word takes time and the beginning says the most. */
export function describeTool({ applicationName, name, description }: DescribedTool): string {
  const plain = description.slice(0, readLength).replace(markup, " ").replace(/\s+/g, " ").trim();
  return `${applicationName.slice(0, nameLength)}: ${name.slice(0, nameLength)}. ${plain.slice(0, descriptionLength)}`;
}
