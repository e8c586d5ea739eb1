import { type Requirement, stated } from "./requirement.ts";

/** Imports of databases as applications. */
export const sqlRequirements: Requirement[] = stated("D24", {
  "sql.import.refused":
    "A dialect that is missing or not supported, and a member for other sources, is 400 at that member; the slug of another kind of application is 409.",
});
