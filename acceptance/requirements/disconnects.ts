import { type Requirement, stated } from "./requirement.ts";

/** Clients that disconnect while a tool runs. */
export const disconnectRequirements: Requirement[] = [
  ...stated("D34", {
    "disconnect.reading":
      "When the client of an execution disconnects, a call that only reads is canceled at the application, and recorded as canceled.",
    "disconnect.writing":
      "A call that may write runs to its end, and its record says how it ended. So does a call with an idempotency key, whose response is returned to the next request.",
  }),
];
