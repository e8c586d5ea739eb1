import { Option } from "commander";
import { defaultLimit } from "../output/default-limit.ts";
import { readPositiveNumber } from "./read-option.ts";

/** Makes the option of lists that says how many entries are listed at most. */
export const limitOption = (): Option =>
  new Option("--limit <number>", `the most to list (default: ${defaultLimit})`).argParser(readPositiveNumber);
