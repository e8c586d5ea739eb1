// `node --import` loads this before the tests of applications in code, which import `bowline/application` and `zod` too.
import { registerModuleHooks } from "./module-hooks.ts";

registerModuleHooks(process.cwd());
