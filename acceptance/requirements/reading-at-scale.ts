import { type Requirement, stated } from "./requirement.ts";

/** Reading a long history, and lists of what is over. */
export const readingAtScaleRequirements: Requirement[] = [
  ...stated("D66", {
    "approvals.list.waiting":
      "`isWaiting` restricts the list of approvals, page by page, to those that wait, or to those that wait no more.",
  }),
  ...stated("D72", {
    "status.operation":
      "`GET /v1/status` lists the processes of all nodes with version and last sign of life, and says since when the master key is used and whether the built-in applications are installed.",
  }),
];
