import { randomBytes } from "node:crypto";
import { type Caller, type CallerTarget, createCaller, createKeyCaller, succeed } from "./caller.ts";
import { deployment } from "./deployment.ts";
import type { CreatedApiKey, Member } from "./records.ts";

/** A member of the company with a full key. */
export interface Actor extends Caller {
  accountUserId: number;
  apiKey: string;
  apiKeyId: number;
  fullName: string;
  email: string;
}

export interface ActorOptions {
  role?: "Admin" | "Member";
  /** The Admin who creates the member. Default: the deployment's. */
  admin?: Caller;
  target?: CallerTarget;
}

/** The Admin of the deployment. */
export function theAdmin(): Caller {
  return createKeyCaller(deployment().adminApiKey);
}

/** A caller without a credential. */
export function nobody(target?: CallerTarget): Caller {
  return createCaller({}, target);
}

/** Creates a service member and a key for it. */
export async function hireActor(options: ActorOptions = {}): Promise<Actor> {
  const admin = options.admin ?? theAdmin();
  const tag = uniqueName("agent");
  const member = await succeed<Member>(
    admin.post("/v1/members", {
      kind: "service",
      fullName: `Agent ${tag}`,
      email: `${tag}@example.com`,
      role: options.role ?? "Member",
    }),
  );
  const key = await makeKey(admin, { name: `Key of ${tag}`, accountUserId: member.accountUserId });
  return {
    ...createKeyCaller(key.apiKey, options.target),
    accountUserId: member.accountUserId,
    apiKey: key.apiKey,
    apiKeyId: key.apiKeyId,
    fullName: member.fullName,
    email: member.email,
  };
}

/** Creates a key with this body. */
export function makeKey(maker: Caller, body: Record<string, unknown>): Promise<CreatedApiKey> {
  return succeed<CreatedApiKey>(maker.post("/v1/apikeys", body));
}

/** `<prefix>` and 10 random letters and digits. */
export function uniqueName(prefix: string): string {
  return prefix + randomBytes(5).toString("hex");
}
