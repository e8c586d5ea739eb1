import { type Requirement, stated } from "./requirement.ts";

const names = { sql: "PostgreSQL", mysql: "MySQL", sqlite: "SQLite" };

/** What holds for every kind of database. The first part of an id is the kind. */
function listForAll(id: keyof typeof names): Requirement[] {
  const name = names[id];
  return [
    ...stated("D24", {
      [`${id}.import`]: `An import with the dialect of ${name} makes an application with the nine tools; nothing is called.`,
    }),
    ...stated("D26", {
      [`${id}.connect`]: `A new connection to ${name} is tried, and the account has the name of the database.`,
    }),
    ...stated("D28c", {
      [`${id}.objects`]: `After a refresh the tables of ${name} are the connection's objects, each with the schema of its rows; contextValue names one of them.`,
    }),
    ...stated("D31", {
      [`${id}.shape`]: `filters, sort, offset and top are applied by ${name}, beyond the limit of rows.`,
      [`${id}.shape.rest`]: `What ${name} cannot say exactly is applied afterward.`,
    }),
    ...stated("D32", {
      [`${id}.order`]: `Texts of ${name} are sorted by code point, whether the database sorts them or the server.`,
      [`${id}.large-numbers`]: `Integers of ${name} beyond 2^53 are filtered and sorted as numbers, whether the database does it or the server.`,
    }),
    ...stated("D36", {
      [`${id}.dry-run`]: `A dry run shows the statement for ${name} and its values, without a password, and changes nothing.`,
    }),
    ...stated("D69", {
      [`${id}.read-only`]: `A connection to ${name} only reads, unless readOnly is false, and run_query takes one statement.`,
      [`${id}.read-only.advice`]: `A statement for ${name} that is refused because it would write is told the way out: readOnly of the connection, or run_query where the tool is read_query.`,
      [`${id}.write`]: `With readOnly false rows of ${name} are inserted, updated and deleted; inserted rows are returned.`,
      [`${id}.row-limit`]: `More than 1000 rows of ${name} are cut, and a header says so.`,
      [`${id}.changed-table`]: `A table of ${name} that was dropped after the import is a failure that names it, and a column that was added is read.`,
    }),
  ];
}

function listForServers(id: "sql" | "mysql"): Requirement[] {
  const name = names[id];
  return stated("D69", {
    [`${id}.address`]: `The rules for addresses hold for ${name} servers.`,
    [`${id}.host`]: `Another host of ${name} needs the password anew.`,
    [`${id}.cancel`]: `When the client of a call disconnects, ${name} ends the statement, with encryption too.`,
    [`${id}.tls`]: `sslMode require encrypts the connection to ${name}, and verify-full also refuses a certificate that nobody vouches for.`,
    [`${id}.ca-certificate`]: `With verify-full, caCertificate names the only authority whose ${name} servers are accepted. Without verify-full it is refused.`,
    [`${id}.beside`]: `A slow statement of ${name} holds up no other call.`,
    [`${id}.dead`]: `A ${name} server that is gone is a failure of its own calls only, and is used again when it is back.`,
  });
}

/** Databases as applications: what all kinds have in common. */
export const sqlDatabaseRequirements: Requirement[] = [
  ...listForAll("sql"),
  ...listForAll("mysql"),
  ...listForAll("sqlite"),
  ...listForServers("sql"),
  ...listForServers("mysql"),
  ...stated("D69", {
    "mysql.character-set":
      "A condition on a MySQL column with characters that the column's character set lacks finds no row instead of failing.",
  }),
];
