import { fileURLToPath } from "node:url";

/** The path of a file of the applications in this project, such as `gmail/application.ts`. */
export const builtInFile = (file: string): string =>
  fileURLToPath(new URL(`../../applications/${file}`, import.meta.url));
