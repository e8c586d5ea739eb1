import type { DefinedBuiltIn } from "./define-built-in.ts";
import type { IconSource } from "./icons/load-icons.ts";
import type { WantedPackage } from "./packages/fetch-package-files.ts";

/** Where the icon of an application comes from. */
export function iconOf(definition: DefinedBuiltIn): IconSource {
  const icon = definition.kind === "document" ? definition.declaration.icon : definition.definition.icon;
  return icon === undefined || (typeof icon === "object" && "url" in icon) ? "monogram" : icon;
}

/** Lists the files of npm packages that an application is built from. One written by hand needs none. */
export function listPackages(definition: DefinedBuiltIn): WantedPackage[] {
  if (definition.kind === "application") {
    return [];
  }
  const { document } = definition.declaration;
  const files = document.files.map((file) => (typeof file === "string" ? file : file.path));
  return [{ ...document, files }];
}
