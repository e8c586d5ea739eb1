import { type Requirement, stated } from "./requirement.ts";

/** Clients that disconnect while a tool runs, and those that send requests ahead on one connection. */
export const disconnectRequirements: Requirement[] = [
  ...stated("D34", {
    "disconnect.reading":
      "When the client of an execution disconnects, a call that only reads is canceled at the application, and recorded as canceled.",
    "disconnect.writing":
      "A call that may write runs to its end, and its record says how it ended. So does a call with an idempotency key, whose response is returned to the next request.",
  }),
  ...stated("D75", {
    "sent-ahead.in-turn":
      "Requests that a client sends ahead on one connection are served one after the other, in their order.",
    "sent-ahead.disconnect":
      "When the client disconnects, requests that it sent ahead and that were not begun are not run.",
  }),
];
