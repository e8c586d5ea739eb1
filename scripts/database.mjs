import { runOperatorProgram } from "./run-operator-program.mjs";

runOperatorProgram("database.ts");
