import { type Requirement, stated } from "./requirement.ts";

/** Reading a long history, and lists of what is over. */
export const readingAtScaleRequirements: Requirement[] = [
  ...stated("D66", {
    "approvals.list.waiting":
      "`isWaiting` restricts the list of approvals, page by page, to those that wait, or to those that wait no more.",
  }),
];
