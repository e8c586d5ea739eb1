import { runOperatorProgram } from "./run-operator-program.mjs";

runOperatorProgram("rotate-master-key.ts");
