import { Bowline } from "@bowline/sdk";
import { serverUrl } from "../console-base.ts";
import { getAccessToken } from "../session/access-token.ts";
import { fetchAndNoteWaits } from "./waits.ts";

/** The API as the signed-in person. */
export const bowline = new Bowline({ baseUrl: serverUrl, token: getAccessToken, fetch: fetchAndNoteWaits });
