import { type Requirement, stated } from "./requirement.ts";

/** Built-in applications whose tools are written by hand, run against local servers that play the providers. */
export const handWrittenApplicationRequirements: Requirement[] = stated("D67", {
  "hand-written.gmail":
    "Gmail's tools write, send, answer, find, label and read mail at a server that plays Google.",
  "hand-written.google-calendar": "Google Calendar's tools create, list and delete events there.",
  "hand-written.google-drive": "Google Drive's tools upload, find, read and rename files there.",
  "hand-written.linear":
    "Linear's tools create, change, discuss and archive issues at a server that plays Linear.",
  "hand-written.outlook": "Outlook reads the account at a server that plays Microsoft Graph.",
});
