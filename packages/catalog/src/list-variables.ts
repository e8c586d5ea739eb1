/** Lists the names in braces of a template, such as `id` of `/pets/{id}`, in their order. */
export const listVariables = (template: string): string[] =>
  Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name);
