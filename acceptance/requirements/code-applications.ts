import { type Requirement, stated } from "./requirement.ts";

/** Applications written by hand in the operator's folder, and failures that have a status of success. */
export const codeApplicationRequirements: Requirement[] = [
  ...stated("D17", {
    "code.listed":
      "The applications of the operator's folder are in the catalog of every caller, with source code, and nobody imports over them.",
    "code.template": "The template works as it is: its test call, its request with pages, and its code.",
    "code.broken-file":
      "A file that cannot be loaded is in the log with its name and the reason, and the others work.",
    "code.restart":
      "An application whose file is gone leaves the catalog at the next start. When the file is back, its ids and connections are.",
  }),
  ...stated("D33", {
    "failures.tool-error": "When a tool's code throws, the failure is toolError.",
    "failures.in-success":
      "A response with a status of success that the application means as a failure is a failure with the application's message and a kind.",
  }),
  ...stated("D36", {
    "code.dry-run": "A dry run of a tool that is code shows its input and what it gets, and runs nothing.",
  }),
  ...stated("D73", {
    "code.credentials":
      "Requests of a tool's code carry the credentials to the origin they were entered for, and to no other.",
    "code.secrets": "What code prints, throws and returns is shown without the connection's secrets.",
  }),
  ...stated("D75", {
    "code.own-failure":
      "A tool's code that loops, ends its thread or fills its memory fails its own call; calls beside it and after it succeed.",
  }),
];
