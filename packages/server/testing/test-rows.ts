import { importOpenApiInWorker } from "@bowline/catalog";
import type { Role } from "@bowline/contract";
import { type Kysely, sql } from "kysely";
import { saveApplication } from "../src/db/catalog/save-application.ts";
import { insertConnectionRow, takeConnectionId } from "../src/db/connections/write-connections.ts";
import { inTransaction } from "../src/db/in-transaction.ts";
import { insertMember } from "../src/db/people/members.ts";
import type { Schema } from "../src/db/schema.ts";

/** A company with an Admin and the application `shop`, for tests. */
export interface SeededCompany {
  companyId: number;
  accountUserId: number;
  applicationId: number;
  authenticationId: number;
}

/** `shop_list_items` returns a list, `shop_create_item` writes, `shop_read_public` needs no connection. */
const shop = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [
    {
      url: "https://shop.test/{region}",
      variables: { region: { default: "eu", "x-bowline-overridable": true } },
    },
  ],
  security: [{ token: [] }],
  paths: {
    "/items": {
      get: {
        operationId: "list_items",
        responses: {
          200: {
            description: "OK",
            content: { "application/json": { schema: { type: "array", items: {} } } },
          },
        },
      },
      post: {
        operationId: "create_item",
        requestBody: {
          content: {
            "application/json": { schema: { type: "object", properties: { title: { type: "string" } } } },
          },
        },
        responses: { 200: { description: "OK" } },
      },
    },
    "/public": {
      get: { operationId: "read_public", security: [], responses: { 200: { description: "OK" } } },
    },
  },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
};

/** The application `shop` as it is imported, under any slug. */
export const importShop = async (slug = "shop") =>
  (await importOpenApiInWorker({ slug, document: shop })).application;

export async function seedCompany(db: Kysely<Schema>): Promise<SeededCompany> {
  const { company_id: companyId } = await db
    .insertInto("company")
    .values({ name: "Acme", wrapped_data_key: Buffer.alloc(1) })
    .returning("company_id")
    .executeTakeFirstOrThrow();
  const accountUserId = await seedMember(db, companyId, "Admin");
  await saveApplication(db, companyId, await importShop());
  const { rows } = await sql<{ applicationId: number; authenticationId: number }>`
    select application_id as "applicationId", authentication_id as "authenticationId"
    from application join authentication_method using (application_id) where company_id = ${companyId}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) {
    throw new Error("The shop was not stored.");
  }
  return { companyId, accountUserId, ...row };
}

export const seedMember = (db: Kysely<Schema>, companyId: number, role: Role): Promise<number> =>
  insertMember(db, { companyId, kind: "service", fullName: "Agent", email: "agent@example.com", role });

/** A connection of the company's Admin, or of another member, to the shop. */
export async function seedConnection(
  db: Kysely<Schema>,
  { accountUserId, applicationId, authenticationId }: Omit<SeededCompany, "companyId">,
  changes: { isDefault?: boolean } = {},
): Promise<number> {
  const connectionId = await takeConnectionId(db);
  const connection = {
    connectionId,
    accountUserId,
    applicationId,
    authenticationId,
    name: "Shop",
    environment: "production",
    accountLabel: null,
    fields: {},
    sealedSecrets: null,
    sealedOrigins: null,
    isDefault: false,
    ...changes,
  };
  await inTransaction(db, (transaction) => insertConnectionRow(transaction, connection));
  return connectionId;
}
