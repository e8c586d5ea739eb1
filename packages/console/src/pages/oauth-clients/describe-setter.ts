import type { ListedOAuthClient } from "@bowline/sdk";

interface Setter {
  label: string;
  color: string;
  /** What it means, in a sentence. */
  meaning: string;
}

/** Says whose client the sign-ins at an application use. */
export function describeSetter({ setBy, mayRegister }: ListedOAuthClient): Setter {
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
      return mayRegister
        ? {
            label: "At the first sign-in",
            color: "gray",
            meaning:
              "At the first sign-in this server tries to register a client by itself. Set one where that does not work.",
          }
        : { label: "Missing", color: "orange", meaning: "People cannot sign in until you set a client." };
  }
}
