import { createRequire } from "node:module";
import { iconNames } from "../packages/console/src/icons/icon-names.ts";

/** An element of a drawing: its tag and its attributes. */
type Shape = [tag: string, attributes: Record<string, string>];

/** Prints the console's icons: the drawings of Lucide (ISC) that it uses. */
export function generateConsoleIcons(): string {
  const { icons, aliases } = createRequire(import.meta.resolve("../packages/console/package.json"))(
    "@iconify-json/lucide/icons.json",
  );
  const lines = iconNames.map((name) => {
    const icon = icons[name] ?? icons[aliases?.[name]?.parent];
    if (icon === undefined) {
      throw new Error(`Lucide has no icon named ${name}.`);
    }
    return `  ${JSON.stringify(name)}: ${JSON.stringify(readShapes(icon.body))},`;
  });
  return [
    "// Printed by `npm run generate`: the icons of Lucide (https://lucide.dev, ISC License) that the console uses. Do not change it.",
    'import type { IconName } from "./icon-names.ts";',
    "",
    "export const icons: Record<IconName, [tag: string, attributes: Record<string, string>][]> = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

/** Reads the shapes of a drawing. A group's attributes (line width, caps) are the same for all icons, so they are left to the component. */
function readShapes(body: string): Shape[] {
  return [...body.matchAll(/<(path|circle|rect|line|polyline|polygon|ellipse)\b([^>]*?)\/?>/g)].map(
    ([, tag = "", attributes = ""]) => [
      tag,
      Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)]
          .map(([, name = "", value = ""]): [string, string] => [name, value])
          .filter(([name]) => !/^(?:fill|stroke)/.test(name)),
      ),
    ],
  );
}
