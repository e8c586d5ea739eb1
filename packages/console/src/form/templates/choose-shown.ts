interface Members {
  names: string[];
  required: string[];
  /** Shown in any case, at their place. */
  wanted: string[];
  isWhole: boolean;
}

/** How many optional fields are shown at first. */
const firstOptional = 12;
/** A button that shows so few more is not worth a press. */
const slack = 2;

/** Chooses the fields to show: the required ones first, then the optional ones in the order of the schema. */
export function chooseShown({ names, required, wanted, isWhole }: Members): string[] {
  const mustHave = new Set(required);
  const optional = names.filter((name) => !mustHave.has(name));
  const keep = new Set([...optional.slice(0, firstOptional), ...wanted]);
  const shown =
    isWhole || optional.length <= firstOptional + slack
      ? optional
      : optional.filter((name) => keep.has(name));
  return [...names.filter((name) => mustHave.has(name)), ...shown];
}
