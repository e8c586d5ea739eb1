import { type Requirement, stated } from "./requirement.ts";

/** Databases as applications. */
export const sqlRequirements: Requirement[] = [
  ...stated("D24", {
    "sql.import.tools":
      "An import with the source sql and the dialect postgresql makes an application with the nine tools; nothing is called.",
    "sql.import.refused":
      "A dialect that is missing or not supported, and a member for other sources, is 400 at that member; the slug of another kind of application is 409.",
  }),
  ...stated("D26", {
    "sql.connect.test":
      "A new connection is tried at the database: wrong credentials are refused, and the account is user@database.",
  }),
  ...stated("D28c", {
    "sql.objects":
      "After a refresh the tables are the connection's objects, each with the schema of its rows.",
    "sql.context": "contextValue names the table, and its columns are in the tool's schema.",
  }),
  ...stated("D31", {
    "sql.shape": "filters, sort, offset and top are applied by the database, beyond the limit of rows.",
    "sql.shape.rest": "What the database cannot say exactly is applied afterwards.",
  }),
  ...stated("D36", {
    "sql.dry-run": "A dry run shows the statement and its values without the password, and changes nothing.",
  }),
  ...stated("D69", {
    "sql.read-only": "A connection reads only, unless readOnly is false: the database refuses changes.",
    "sql.write": "With readOnly false rows are inserted, updated and deleted.",
    "sql.one-statement": "run_query takes one statement.",
    "sql.row-limit": "More than 1000 rows are cut, and a header says so.",
    "sql.address": "The rules for addresses hold for databases.",
    "sql.tls": "sslMode require encrypts, verify-full also refuses a certificate that nobody vouches for.",
    "sql.dead":
      "A database that is gone is a failure of its own calls only, and is used again when it is back.",
    "sql.host": "Another host needs the password anew.",
  }),
];
