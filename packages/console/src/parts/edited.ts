import { isObject } from "../form/json-schema.ts";

/** What is filled in, and what was saved when that began. */
export interface Edited<Form> {
  draft: Form;
  base: Form;
}

/** Sorts members and sets, so that equal values have equal texts. */
const write = (part: unknown): string =>
  JSON.stringify(part, (_name, value) => {
    if (value instanceof Set) {
      return [...value].toSorted();
    }
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  }) ?? "";

const listParts = <Form extends object>(form: Form) => Object.keys(form) as (keyof Form)[];

export const isSamePart = <Form extends object>(part: keyof Form, one: Form, other: Form): boolean =>
  one[part] === other[part] || write(one[part]) === write(other[part]);

export const isSame = <Form extends object>(one: Form, other: Form): boolean =>
  listParts(one).every((part) => isSamePart(part, one, other));

/** Takes over what was saved meanwhile, in the parts that nobody changed here. The state itself comes back when there is nothing to take over. */
export function takeOver<Form extends object>(state: Edited<Form>, saved: Form): Edited<Form> {
  const { draft, base } = state;
  const taken = listParts(saved).filter(
    (part) =>
      !isSamePart(part, saved, base) && (isSamePart(part, draft, base) || isSamePart(part, draft, saved)),
  );
  const changes = Object.fromEntries(taken.map((part) => [part, saved[part]]));
  return taken.length === 0 ? state : { draft: { ...draft, ...changes }, base: { ...base, ...changes } };
}

/** Lists the parts that were changed here, and saved with another value elsewhere. */
export const listConflicts = <Form extends object>({ draft, base }: Edited<Form>, saved: Form) =>
  listParts(saved).filter(
    (part) =>
      !isSamePart(part, saved, base) && !isSamePart(part, draft, base) && !isSamePart(part, draft, saved),
  );
