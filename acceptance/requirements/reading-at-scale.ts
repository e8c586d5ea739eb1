import { type Requirement, stated } from "./requirement.ts";

/** Reading a long history, and lists of what is over. */
export const readingAtScaleRequirements: Requirement[] = [
  ...stated("D66", {
    "approvals.list.cut":
      "The list has the beginning of an input of more than 4 KiB, and says so; the record has the whole. Both have the same digest.",
    "approvals.page.size":
      "The page has the whole of a long input that is nested deep, without spaces that make it many times longer.",
    "approvals.list.waiting":
      "`isWaiting` restricts the list of approvals, page by page, to those that wait, or to those that wait no more.",
  }),
  ...stated("D72", {
    "status.operation":
      "`GET /v1/status` lists the processes of all nodes with version and last sign of life, and says since when the master key is used and whether the built-in applications are installed.",
  }),
];
