import { type Requirement, stated } from "./requirement.ts";

/** Credentials, whoami, keys, members and roles. */
export const identityRequirements: Requirement[] = [
  ...stated("contract: GET /v1/auth/whoami", {
    "identity.whoami.members": "whoami returns exactly userType, fullName, email, currentCompany and role.",
    "identity.whoami.apiuser": "whoami with a key returns userType apiuser and the key owner's identity.",
    "identity.whoami.company": "currentCompany is the display name of the company.",
    "identity.whoami.role": "role is the caller's role in the company, such as Admin or Member.",
  }),
  ...stated("contract: Identity", {
    "identity.whoami.user": "whoami with a Bearer token returns userType user.",
  }),
  ...stated("contract: Authentication", {
    "authentication.every-endpoint": "Every endpoint needs a credential.",
    "authentication.api-key": "A key in x-api-key authenticates without any other credential.",
    "authentication.missing": "A missing credential is 401.",
    "authentication.invalid-key": "An invalid key is 401.",
    "authentication.bearer-precedence": "When both are sent, the Bearer token is used.",
    "authentication.bearer": "A Bearer token issued by the service authenticates.",
    "authentication.ownership": "Only their owner changes and deletes connections and toolsets.",
  }),
  ...stated("contract: Authentication", {
    "authentication.oauth": "OAuth 2.1 is offered for applications acting for users.",
  }),
  ...stated("D11", {
    "identity.account-user-id": "accountUserId is an integer of 1 or more, unique for each member.",
    "identity.roles": "A role is Admin or Member.",
  }),
  ...stated("D11", {
    "identity.several-companies": "A user may be in several companies; a credential is for one of them.",
  }),
  ...stated("D12", {
    "roles.member.catalog": "A Member may list applications and tools.",
    "roles.member.import": "A Member who imports, changes or removes an application gets 403.",
    "roles.member.members": "A Member who adds, changes or removes members gets 403.",
    "roles.member.history": "A Member sees only their own history.",
    "roles.admin.history": "An Admin sees the whole company's history.",
    "roles.admin.foreign-secrets": "An Admin cannot use or read another member's connection.",
  }),
  ...stated("D12", {
    "roles.admin.oauth-clients": "Only an Admin adds, changes and removes an application's OAuth client.",
  }),
  ...stated("D13", {
    "keys.format": "A key is bwl_ and 38 base-62 characters.",
    "keys.checksum": "The last 6 characters are the base-62 CRC-32 of the key's random part.",
    "keys.random": "No two keys are the same.",
    "keys.bad-checksum": "A key with a wrong checksum is 401.",
    "keys.stored-hashed": "The server's data folder contains no key in plain text.",
    "keys.shown-once": "Only the response that created a key contains its value.",
    "keys.name": "A key has the name given at its creation.",
    "keys.expiry": "An expired key is 401.",
    "keys.expiry.range": "A key's expiry is in the future, and before the year 10000 in UTC.",
    "keys.expiry.optional": "A key without an expiry does not expire.",
    "keys.last-used": "lastUsedDate is null until the key is used, then a date-time.",
    "keys.toolset.executes": "A key narrowed to a toolset executes that toolset's tools without naming it.",
    "keys.toolset.other-tool": "A key narrowed to a toolset cannot execute a tool outside it.",
    "keys.toolset.other-connection": "A key narrowed to a toolset cannot use a connection outside it.",
    "keys.toolset.other-toolset": "A key narrowed to a toolset cannot execute through another toolset.",
    "keys.toolset.whoami": "A key narrowed to a toolset may read whoami.",
    "keys.toolset.sees-toolset": "A key narrowed to a toolset lists and reads only that toolset.",
    "keys.toolset.sees-tools":
      "A key narrowed to a toolset lists exactly that toolset's tools, and reads their records and schemas; other tools are 403.",
    "keys.toolset.reads-nothing": "A key narrowed to a toolset gets 403 on every other endpoint.",
    "keys.read-only.sees": "A read-only key lists and reads exactly the tools that only read.",
    "keys.toolset.deleted": "When its toolset is deleted, a narrowed key can access nothing.",
    "keys.read-only.executes": "A read-only key executes read-only tools.",
    "keys.read-only.changes-nothing":
      "A read-only key, also of an Admin, is refused by every operation that changes something.",
    "keys.read-only.refuses": "A read-only key cannot execute a tool that is not read-only.",
  }),
  ...stated("D14", {
    "authentication.bearer.invalid": "An invalid Bearer token is 401 even beside a valid key.",
    "authentication.other-scheme": "With an Authorization header of another scheme, the key is used.",
    "authentication.other-scheme-alone": "An Authorization header of another scheme without a key is 401.",
  }),
  ...stated("D14", {
    "authentication.bearer.es256": "A Bearer token is an ES256 JWT, verified with the published key set.",
    "authentication.bearer.audience": "A Bearer token for another audience is 401.",
    "authentication.bearer.mcp": "A Bearer token may be for the MCP endpoint's address.",
  }),
  ...stated("D15", {
    "identity.deleted-profile.delete": "A caller may delete their own profile.",
    "identity.deleted-profile.last-admin":
      "A person who is the last Admin of any company cannot delete their profile, whichever company asks.",
    "identity.deleted-profile.whoami":
      "whoami for a deleted profile returns userType anonymous with empty fullName and email.",
    "identity.deleted-profile.forbidden": "Every other endpoint returns 403 for a deleted profile.",
    "identity.removed-member": "A removed member's credentials are 401.",
  }),
  ...stated("D16", {
    "members.invitation": "An invitation link works once.",
    "keys.create": "POST /v1/apikeys returns apiKeyId, apiKey and name.",
    "keys.list": "GET /v1/apikeys lists the caller's own keys in the list envelope.",
    "keys.list.own": "GET /v1/apikeys does not list another caller's keys.",
    "keys.delete": "A deleted key is 401 at once.",
    "keys.delete.foreign": "Deleting another caller's key is 403.",
    "keys.create.for-service": "An Admin may create a key for a service member.",
    "keys.create.for-person": "Nobody may create a key for another person.",
    "keys.create.by-member": "A Member may not create a key for anyone else.",
    "keys.create.unknown-member":
      "A key for a member that does not exist is a VALIDATION_ERROR at accountUserId.",
    "keys.create.unknown-toolset":
      "A key for a toolset that does not exist is a VALIDATION_ERROR at toolsetId.",
    "keys.create.foreign-toolset": "A key for another caller's toolset is 403.",
    "keys.create.validation": "A key without a name is a VALIDATION_ERROR at name.",
    "members.create.service": "POST /v1/members creates a service member and returns its accountUserId.",
    "members.create.person": "Creating a person also returns a one-time invitation link.",
    "members.create.validation":
      "A member without kind, fullName, email or role is a VALIDATION_ERROR that names all.",
    "members.list": "GET /v1/members lists the company's members in the list envelope.",
    "members.list.search":
      "GET /v1/members finds members by a part of the name or the e-mail address, or by the whole address, in any case.",
    "members.update": "PATCH /v1/members changes a member's role, with immediate effect.",
    "members.delete": "DELETE /v1/members removes a member and returns a sentence.",
    "members.missing": "Changing or deleting a member who does not exist is 404.",
  }),
];
