import type { Toolset } from "@bowline/sdk";

/** A key that was just made, and what it is for. */
export interface Agent {
  apiKey: string;
  /** A service member has a copy of its own. */
  toolset: Toolset;
  /** The service member's name; null: the signed-in person. */
  actsAs: string | null;
}
