/** A category in words: `developer-tools` is `Developer tools`, and `crm` is `CRM`. */
export const describeCategory = (category: string): string =>
  category.length <= 3
    ? category.toUpperCase()
    : category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ");
