/**
 * Returns a function that adds a number to a name, the first from 2 on that makes it free. It goes on where the same name ended, so
 * that thousands of equal names take no time. A name that is taken must stay so.
 */
export function createNumbering(): (name: string, isFree: (numbered: string) => boolean) => string {
  const ended = new Map<string, number>();
  return (name, isFree) => {
    let number = (ended.get(name) ?? 1) + 1;
    while (!isFree(`${name}${number}`)) {
      number++;
    }
    ended.set(name, number);
    return `${name}${number}`;
  };
}
