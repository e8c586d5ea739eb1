import { compareNames } from "./compare-names.ts";

/** Choices by name, in the order of names. Where several have the same name, their number is added. */
export function listNamedChoices(
  items: readonly { id: number; name: string }[],
): { value: string; label: string }[] {
  const counts = Map.groupBy(items, ({ name }) => name);
  return items
    .map(({ id, name }) => ({
      value: String(id),
      label: counts.get(name)?.length === 1 ? name : `${name} (number ${id})`,
    }))
    .sort((one, other) => compareNames(one.label, other.label));
}
