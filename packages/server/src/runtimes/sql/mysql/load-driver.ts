import { createRequire } from "node:module";
import type driver from "mysql2";

const require = createRequire(import.meta.url);

/**
 * Loads the driver when it is first used: most servers call no MySQL, and it takes 4 MB. It is CommonJS, so it can be loaded without
 * waiting. Node.js keeps it.
 */
export const loadDriver = (): typeof driver => require("mysql2");
