/** @throws Error when there is no item at the index */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) {
    throw new Error(`There are only ${items.length}.`);
  }
  return item;
}
