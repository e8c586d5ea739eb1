import type { ListedOAuthClient } from "@bowline/sdk";

interface Setter {
  label: string;
  color: string;
  /** What it means, in a sentence. */
  meaning: string;
}

/** Says whose client the sign-ins at an application use. */
export function describeSetter(setBy: ListedOAuthClient["setBy"]): Setter {
  switch (setBy) {
    case "company":
      return { label: "Ours", color: "teal", meaning: "Your company's own client is in use." };
    case "registration":
      return {
        label: "Registered",
        color: "teal",
        meaning: "This server registered the client at the application by itself.",
      };
    case "operator":
      return {
        label: "Of the server",
        color: "gray",
        meaning: "The server's client is in use, which serves all its companies.",
      };
    case null:
      return {
        label: "Missing",
        color: "orange",
        meaning:
          "People cannot sign in until a client is set, unless the application lets this server register one.",
      };
  }
}
