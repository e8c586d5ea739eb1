import { type Requirement, stated } from "./requirement.ts";

/** Databases of MySQL and MariaDB as applications. */
export const mysqlRequirements: Requirement[] = [
  ...stated("D24", {
    "mysql.import": "An import with the dialect mysql makes an application with the tools of a database.",
  }),
  ...stated("D26", {
    "mysql.connect": "A new connection is tried at the MySQL database, and the account is user@database.",
  }),
  ...stated("D28c", {
    "mysql.objects":
      "After a refresh the tables are the connection's objects, and contextValue names one of them.",
  }),
  ...stated("D31", {
    "mysql.shape": "filters, sort, offset and top are applied by MySQL, beyond the limit of rows.",
  }),
  ...stated("D36", {
    "mysql.dry-run": "A dry run shows the statement for MySQL and its values, and changes nothing.",
  }),
  ...stated("D69", {
    "mysql.read-only":
      "A connection reads only, unless readOnly is false: MySQL refuses changes, and run_query takes one statement that reads.",
    "mysql.write": "With readOnly false rows of MySQL are inserted, updated and deleted.",
    "mysql.row-limit": "More than 1000 rows of MySQL are cut, and a header says so.",
    "mysql.cancel": "A statement of MySQL ends when its caller goes away.",
    "mysql.address": "The rules for addresses hold for MySQL databases.",
    "mysql.tls":
      "sslMode require encrypts, and verify-full also refuses a certificate that nobody vouches for.",
    "mysql.dead":
      "A MySQL database that is gone is a failure of its own calls only, and is used again when it is back.",
  }),
];
