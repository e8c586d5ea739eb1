/** Writes how many there are of something: `1 tool`, `2 tools`. @param noun one of them, with a plural in s */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
