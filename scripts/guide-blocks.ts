/** A block of code of a guide. */
interface GuideBlock {
  /** What stands behind the three backticks, such as `sh` or `json`; empty for none. */
  language: string;
  text: string;
  /** The heading that it stands below. */
  heading: string;
}

/** Lists the blocks of a guide, in reading order. */
function listBlocks(guide: string): GuideBlock[] {
  let heading = "";
  return Array.from(guide.matchAll(/^#+ ([^\n]*)$|^```(\w*)\n(.*?)^```$/gms), ([, title, language, text]) => {
    heading = title ?? heading;
    return language === undefined ? [] : [{ language, text: text ?? "", heading }];
  }).flat();
}

/** Lists the texts of a guide's blocks in a language. */
export const listTexts = (guide: string, language: string): string[] =>
  listBlocks(guide).flatMap((block) => (block.language === language ? [block.text] : []));

/** The commands of a guide, one after the other, each with the response that is shown below it. */
export function listCommands(guide: string): { script: string; shown: string | null }[] {
  const blocks = listBlocks(guide);
  return blocks.flatMap(({ language, text, heading }, index) => {
    const next = blocks[index + 1];
    const isResponse =
      next?.heading === heading && (next.language === "json" || next.text.startsWith("HTTP/"));
    return language === "sh" ? [{ script: text, shown: isResponse ? next.text : null }] : [];
  });
}

/** Reads JSON as a guide shows it: `…` stands for further members of an object or entries of a list. */
export function readShownJson(text: string): unknown {
  const whole = text
    .replaceAll(/\{\s*…\s*\}/g, '{"…":0}')
    .replaceAll(/,\s*…\s*\}/g, ',"…":0}')
    .replaceAll(/,\s*…\s*\]/g, ',"…"]');
  return JSON.parse(whole);
}

/** Reads the last JSON that commands printed, where each response began a line. */
export function readLastJson(output: string): unknown {
  const lines = output.trimEnd().split("\n");
  for (let first = lines.length - 1; first >= 0; first--) {
    try {
      return JSON.parse(lines.slice(first).join("\n"));
    } catch {
      // It begins further up.
    }
  }
  throw new Error(`The commands printed no JSON: ${output}`);
}

/**
 * Compares what a guide shows with what was printed: the names of members and the types of values.
 *
 * @returns a line for each difference
 */
export function findDifferences(shown: unknown, printed: unknown, path = "$"): string[] {
  if (findType(shown) !== findType(printed)) {
    return [`${path} is ${findType(shown)}, and ${findType(printed)} was printed`];
  }
  if (Array.isArray(shown) && Array.isArray(printed)) {
    const items = shown.filter((item) => item !== "…");
    const isWhole = items.length === shown.length;
    return isWhole && items.length !== printed.length
      ? [`${path} is shown with ${items.length} entries, and ${printed.length} were printed`]
      : items.flatMap((item, index) => findDifferences(item, printed[index], `${path}[${index}]`));
  }
  if (!isObject(shown) || !isObject(printed)) {
    return [];
  }
  const missing = Object.keys(printed).filter((name) => !Object.hasOwn(shown, name));
  return [
    ...(Object.hasOwn(shown, "…")
      ? []
      : missing.map((name) => `${path}.${name} was printed and is not shown`)),
    ...Object.keys(shown).flatMap((name) => {
      if (name === "…") {
        return [];
      }
      return Object.hasOwn(printed, name)
        ? findDifferences(shown[name], printed[name], `${path}.${name}`)
        : [`${path}.${name} is shown and was not printed`];
    }),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> => findType(value) === "an object";

function findType(value: unknown): string {
  if (value === null || value === undefined) {
    return String(value);
  }
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
