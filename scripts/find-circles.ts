/**
 * Finds files that import each other in a circle (Tarjan's strongly connected components).
 *
 * @param imports the files that each file imports
 * @returns one list for each circle; empty when there is none. The files of a simple circle are in import order.
 */
export function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];

  function visit(file: string): number {
    const number = numbers.size;
    let low = number;
    numbers.set(file, number);
    open.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!numbers.has(target)) {
        low = Math.min(low, visit(target));
      } else if (open.includes(target)) {
        low = Math.min(low, numbers.get(target) ?? low);
      }
    }
    lowest.set(file, low);
    if (low === number) {
      const members = open.splice(open.indexOf(file));
      if (members.length > 1 || imports.get(file)?.includes(file)) {
        circles.push(members);
      }
    }
    return low;
  }

  for (const file of imports.keys()) {
    if (!numbers.has(file)) {
      visit(file);
    }
  }
  return circles;
}
