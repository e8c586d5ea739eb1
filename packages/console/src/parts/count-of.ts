/** Writes how many there are of something: `1 tool`, `1,200 tools`. @param noun one of them, with a plural in s */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`}`;
