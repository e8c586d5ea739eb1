import { z } from "zod";

/** Roles of an account user (decisions D12). */
export const role = z.enum(["Admin", "Member"]);
export type Role = z.infer<typeof role>;

/** The owner of the credential (contract, Identity). */
export const identity = z
  .object({
    userType: z.enum(["apiuser", "anonymous", "user"]).meta({
      description:
        "`apiuser`: an API key was used; `anonymous`: the profile was deleted; `user`: a Bearer token was used.",
    }),
    fullName: z.string(),
    email: z.string(),
    currentCompany: z.string(),
    role: role,
  })
  .meta({ id: "Identity" });

export type Identity = z.infer<typeof identity>;
