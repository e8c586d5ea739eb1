import { type Requirement, stated } from "./requirement.ts";

/** Files of SQLite as applications. */
export const sqliteRequirements: Requirement[] = [
  ...stated("D24", {
    "sqlite.import": "An import with the dialect sqlite makes an application whose connections name a file.",
  }),
  ...stated("D28c", {
    "sqlite.objects":
      "After a refresh the tables are the connection's objects; contextValue names one of them.",
  }),
  ...stated("D31", {
    "sqlite.shape": "filters, sort, offset and top are applied by SQLite, beyond the limit of rows.",
  }),
  ...stated("D36", {
    "sqlite.dry-run": "A dry run shows the statement and its values, and opens no file.",
  }),
  ...stated("D69", {
    "sqlite.file":
      "A file that is missing, outside of the folder, a link, behind a link, or no regular file is refused when a connection is made, and by each call.",
    "sqlite.no-folder": "Without BOWLINE_SQLITE_DIR no file can be named.",
    "sqlite.read-only": "A connection reads only, unless readOnly is false; the file is then not changed.",
    "sqlite.write": "With readOnly false rows are inserted, updated and deleted.",
    "sqlite.confined":
      "No statement opens another file, loads an extension, changes a setting or ends the transaction, whatever readOnly says.",
    "sqlite.row-limit": "More than 1000 rows of SQLite are cut, and a header says so.",
    "sqlite.time-limit":
      "A statement that never ends is ended with the call, and other calls and requests go on meanwhile.",
    "sqlite.locked": "A file that another program has locked, or that is damaged, is a failure that says so.",
  }),
];
