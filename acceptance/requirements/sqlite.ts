import { type Requirement, stated } from "./requirement.ts";

/** Files of SQLite as applications. */
export const sqliteRequirements: Requirement[] = [
  ...stated("D24", {
    "sqlite.fields": "An application of SQLite files has connections that name a file.",
  }),
  ...stated("D69", {
    "sqlite.file":
      "A file that is missing, outside of the folder, a link, behind a link, or no regular file is refused when a connection is made, and by each call.",
    "sqlite.no-folder": "Without BOWLINE_SQLITE_DIR no file can be named.",
    "sqlite.unchanged": "A connection that only reads does not change its file.",
    "sqlite.confined":
      "No statement opens another file, loads an extension, changes a setting or ends the transaction, whatever readOnly says.",
    "sqlite.time-limit":
      "A statement that never ends is ended with the call, and other calls and requests go on meanwhile.",
    "sqlite.locked": "A file that another program has locked, or that is damaged, is a failure that says so.",
  }),
];
