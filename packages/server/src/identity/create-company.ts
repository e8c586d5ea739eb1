import { displayName } from "@bowline/contract";
import type { Kysely } from "kysely";
import { z } from "zod";
import { inTransaction } from "../db/in-transaction.ts";
import { insertCompany } from "../db/people/companies.ts";
import { insertMember } from "../db/people/members.ts";
import type { Schema } from "../db/schema.ts";
import type { Vault } from "../vault/vault.ts";
import { invite } from "./invite.ts";

/** What a new company needs. */
export const newCompany = z.object({
  name: z
    .string()
    .trim()
    .min(1, "The name is missing.")
    .max(200, "The name may have at most 200 characters.")
    .refine(
      (name) => displayName.safeParse(name).success,
      "The name must be one line of text without control characters.",
    ),
  /** The e-mail address of the first Admin. */
  email: z.email("The e-mail address is not valid.").max(320),
});

/**
 * Creates a company with its first Admin (decisions D43). Companies share nothing but the built-in catalog.
 *
 * @returns the link with which the first Admin sets a password, valid for 7 days
 */
export async function createCompany(
  { db, vault, baseUrl, clock }: { db: Kysely<Schema>; vault: Vault; baseUrl: string; clock: () => number },
  { name, email }: z.infer<typeof newCompany>,
): Promise<{ companyId: number; invitationUrl: string }> {
  return inTransaction(db, async (transaction) => {
    const companyId = await insertCompany(transaction, { name, wrappedDataKey: vault.createDataKey() });
    const admin = { companyId, kind: "person", fullName: "Admin", email, role: "Admin" } as const;
    const accountUserId = await insertMember(transaction, admin);
    return { companyId, invitationUrl: await invite(transaction, baseUrl, clock(), accountUserId) };
  });
}
