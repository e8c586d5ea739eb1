import { type Requirement, stated } from "./requirement.ts";

/** Links to a page where a person connects an account for the caller. */
export const connectLinkRequirements: Requirement[] = [
  ...stated("D51", {
    "connect-link.create":
      "POST /v1/connections/ConnectLink returns the page's address, a state and the time of the end, ten minutes later.",
    "connect-link.create.checked":
      "A link for an unknown application, method or environment is refused with details, and so is one that needs no connection.",
    "connect-link.return-url.allowed":
      "returnUrl must begin with an address of BOWLINE_RETURN_URLS, with exactly its origin.",
    "connect-link.return-url.none": "Without BOWLINE_RETURN_URLS no returnUrl is taken.",
    "connect-link.result": "SignInResult returns the result of a link to its caller, and to nobody else.",
  }),
];
