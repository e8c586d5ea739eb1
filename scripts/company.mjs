import { runOperatorProgram } from "./run-operator-program.mjs";

runOperatorProgram("company.ts");
