const collator = new Intl.Collator("en", { numeric: true });

/**
 * The order of names in lists: "Desk 2" is before "Desk 10". `localeCompare` with options makes a collator for each comparison, which takes a
 * hundred times as long.
 */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
