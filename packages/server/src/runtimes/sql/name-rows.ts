/** Makes objects of rows. Of columns that have one name, the later ones get a number: `id`, `id_2`. */
export function nameRows(columns: readonly string[], rows: readonly unknown[][]): Record<string, unknown>[] {
  const names = nameColumns(columns);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
}

/** Names columns so that no two have one name. */
export function nameColumns(columns: readonly string[]): readonly string[] {
  const taken = new Set(columns);
  if (taken.size === columns.length) {
    return columns;
  }
  const counts = new Map<string, number>();
  return columns.map((column) => {
    let count = (counts.get(column) ?? 0) + 1;
    let name = count === 1 ? column : `${column}_${count}`;
    while (count > 1 && taken.has(name)) {
      count++;
      name = `${column}_${count}`;
    }
    counts.set(column, count);
    taken.add(name);
    return name;
  });
}
