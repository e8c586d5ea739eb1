import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BuiltInApplication } from "../overlay/built-in-application.ts";
import type { PackageFiles } from "../packages/package-files.ts";

/** Where icons come from. CC0-1.0. */
const simpleIcons = {
  package: "simple-icons",
  version: "16.37.0",
  integrity:
    "sha512-8mCJIhpMYOL9g13GW59EiL3sVXJnTEKGCTZFaekl9UQ3Qo0SwVjnLaJ82QiaH8BKBdouEDzrHMXIWh8cBIy48A==",
};

const colorsFile = "data/simple-icons.json";
const colors = z.array(z.object({ title: z.string(), slug: z.string().optional(), hex: z.string() }));

/** An application's icon, as its declaration names it. */
export type IconSource = BuiltInApplication["icon"];

/**
 * Loads the icons of applications as SVG, in the brands' colors. One without an icon is left out: the server then draws the first
 * letter of its name.
 *
 * @param folder the folder of all applications
 */
export async function loadIcons(
  sources: ReadonlyMap<string, IconSource>,
  packages: PackageFiles,
  folder: string,
): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  const icons = new Map<string, string>();
  for (const [slug, source] of sources) {
    if (source === "file") {
      icons.set(slug, checkIcon(slug, await readFile(join(folder, slug, "icon.svg"), "utf8")));
    } else if (source !== "monogram") {
      named.set(slug, source.simpleIcons);
    }
  }
  if (named.size === 0) {
    return icons;
  }
  const files = [...new Set(named.values())].map((icon) => `icons/${icon}.svg`);
  const texts = await packages.load({ ...simpleIcons, files: [colorsFile, ...files] });
  const hexByTitle = new Map(
    colors.parse(JSON.parse(texts.get(colorsFile) ?? "[]")).map(({ title, hex }) => [title, hex]),
  );
  for (const [slug, icon] of named) {
    const svg = checkIcon(slug, texts.get(`icons/${icon}.svg`) ?? "");
    const title = /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? "";
    const hex = hexByTitle.get(title.replaceAll("&amp;", "&"));
    icons.set(slug, hex === undefined ? svg : svg.replace("<svg ", `<svg fill="#${hex}" `));
  }
  return icons;
}

const maximumLength = 64 * 1024;

/** An icon is served to browsers, so it holds nothing that runs or loads anything. */
function checkIcon(slug: string, svg: string): string {
  const isPlain = svg.trimStart().startsWith("<svg") && svg.length <= maximumLength;
  if (!isPlain || /<script|<foreignObject|\son[a-z]+\s*=|href\s*=|url\(\s*["']?(?!#)/i.test(svg)) {
    throw new Error(`The icon of "${slug}" must be one plain <svg> without scripts, links and handlers.`);
  }
  return svg;
}
