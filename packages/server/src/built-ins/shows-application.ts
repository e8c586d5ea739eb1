import type { ApplicationRow } from "../db/catalog/catalog-rows.ts";
import type { OperatorApplications } from "./operator-applications.ts";

/** Says whether the settings show an application that belongs to no company. */
export function showsApplication(
  builtIns: "all" | readonly string[],
  operatorApplications: OperatorApplications,
): (application: Pick<ApplicationRow, "slug" | "source">) => boolean {
  return ({ slug, source }) => {
    const isChosen = source !== "builtin" || builtIns === "all" || builtIns.includes(slug);
    return isChosen && operatorApplications.get(slug)?.enabled !== false;
  };
}
