/** Makes a label from a field's name: `siteUrl` becomes `Site Url`. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
