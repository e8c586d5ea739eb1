import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

const oktaDomain = {
  label: "Okta domain",
  description: "As in the address of the dashboard, without -admin: dev-123456.okta.com.",
  pattern: "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.(?:okta|oktapreview|okta-emea)\\.com",
  patternHint: "a host such as dev-123456.okta.com",
};

export const application = defineBuiltIn({
  slug: "okta",
  name: "Okta",
  description:
    "Manage users, groups, applications, policies and sign-in factors, and read the log of an Okta organization.",
  categories: ["identity", "security"],
  websiteUrl: "https://www.okta.com",
  documentationUrl: "https://developer.okta.com/docs/reference/core-okta-api/",
  icon: { simpleIcons: "okta" },
  document: {
    package: "@okta/openapi",
    version: "2.15.0",
    integrity:
      "sha512-twwPLKMJ5HlEZvdL6n0TiOIYqJVihM7g3UI1oSKBm9mPb0Fv9BIFKVOOrloJ3LiEnhTOzkR8w16BdCxbPTVcjg==",
    license: "Apache-2.0",
    files: ["dist/spec.json"],
  },
  servers: [
    {
      name: "production",
      url: "https://{oktaDomain}",
      variables: { oktaDomain: { description: oktaDomain.description } },
    },
  ],
  authentications: {
    token: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      prefix: "SSWS ",
      title: "API token",
      description:
        "Create it in the Admin Console under Security, API, Tokens. It has the rights of the person who creates it.",
      documentationUrl: "https://developer.okta.com/docs/guides/create-an-api-token/main/",
      fields: { apiKey: { label: "API token" }, oktaDomain },
    },
    oauth: {
      type: "oauth2",
      title: "Sign in with Okta",
      description: "Needs an OAuth application in your Okta organization to which the scopes are granted.",
      documentationUrl: "https://developer.okta.com/docs/guides/implement-oauth-for-okta/main/",
      provider: "okta",
      scopes: {
        "okta.users.read": "Read users",
        "okta.users.manage": "Create, change and delete users",
        "okta.users.read.self": "Read your own account",
        "okta.groups.read": "Read groups and their members",
        "okta.groups.manage": "Create, change and delete groups",
        "okta.apps.read": "Read applications and who may use them",
        "okta.apps.manage": "Create and change applications",
        "okta.logs.read": "Read the system log",
        "okta.policies.read": "Read policies",
        "okta.policies.manage": "Change policies",
        "okta.authorizationServers.read": "Read authorization servers",
        "okta.authorizationServers.manage": "Change authorization servers",
        "okta.eventHooks.read": "Read event hooks",
        "okta.eventHooks.manage": "Change event hooks",
        "okta.idps.read": "Read identity providers",
        "okta.idps.manage": "Change identity providers",
        "okta.factors.read": "Read sign-in factors",
        "okta.factors.manage": "Change sign-in factors",
        "okta.roles.read": "Read admin roles",
        "okta.roles.manage": "Assign admin roles",
        "okta.schemas.read": "Read profile schemas",
        "okta.trustedOrigins.read": "Read trusted origins",
        "okta.networkZones.read": "Read network zones",
      },
      method: {
        defaultScopes: [
          "okta.users.read",
          "okta.users.read.self",
          "okta.groups.read",
          "okta.apps.read",
          "okta.logs.read",
        ],
      },
      fields: { oktaDomain },
    },
  },
  // https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/
  test: { operation: "getUser", input: { userId: "me" }, labelPath: "/profile/login" },
  // https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/
  objects: [
    { kind: "group", operation: "listGroups", namePath: "/id", labelPath: "/profile/name" },
    { kind: "application", operation: "listApplications", namePath: "/id", labelPath: "/label" },
  ],
  // https://developer.okta.com/docs/reference/core-okta-api/#pagination
  paging: [
    {
      paging: { kind: "linkHeader", parameter: "after", sizeParameter: "limit", maxSize: 200 },
      operations: [
        "listUsers",
        "listGroups",
        "listApplications",
        "listApplicationUsers",
        "listApplicationGroupAssignments",
        "listGroupUsers",
        "listGroupRules",
        "listAssignedApplicationsForGroup",
        "listAuthorizationServers",
        "listIdentityProviders",
        "listOrigins",
        "listNetworkZones",
      ],
    },
    {
      paging: { kind: "linkHeader", parameter: "after", sizeParameter: "limit", maxSize: 1000 },
      operations: ["getLogs"],
    },
    // Their largest pages differ, or are unknown.
    {
      paging: { kind: "linkHeader", parameter: "after" },
      operations: [
        "listOAuth2TokensForApplication",
        "listRefreshTokensForAuthorizationServerAndClient",
        "listEmailTemplates",
        "listApplicationTargetsForApplicationAdministratorRoleForGroup",
        "listGroupTargetsForGroupRole",
        "listIdentityProviderKeys",
        "listProfileMappings",
        "listGrantsForUserAndClient",
        "listRefreshTokensForUserAndClient",
        "listUserGrants",
        "getLinkedObjectsForUser",
        "listApplicationTargetsForApplicationAdministratorRoleForUser",
        "listGroupTargetsForRole",
      ],
    },
    { paging: { kind: "linkHeader", parameter: "cursor" }, operations: ["listOAuth2Scopes"] },
  ],
  operations: {
    listGroupUsers: { context: { type: "group", inputs: ["groupId"] } },
    addUserToGroup: { context: { type: "group", inputs: ["groupId"] } },
    removeUserFromGroup: { context: { type: "group", inputs: ["groupId"] } },
    listApplicationUsers: { context: { type: "application", inputs: ["appId"] } },
    assignUserToApplication: { context: { type: "application", inputs: ["appId"] } },
    deactivateUser: { hints: { destructive: true } },
    suspendUser: { hints: { destructive: true } },
    resetFactors: { hints: { destructive: true } },
  },
  featured: {
    listUsers: {
      name: "List or search users",
      description:
        'Lists users. `search` filters by profile, such as `profile.department eq "Sales"`; `q` finds names and e-mail addresses that begin with a text.',
    },
    getUser: {
      name: "Get a user",
      description: "Returns one user by id, by login, or `me` for the connected account.",
    },
    createUser: {
      name: "Create a user",
      description:
        "Creates a user with a profile and, if wanted, a password and groups; `activate` says whether the user may sign in at once.",
    },
    partialUpdateUser: {
      name: "Update a user",
      description: "Changes the given members of a user's profile or credentials. What is left out stays.",
    },
    suspendUser: {
      name: "Suspend a user",
      description: "Stops an active user from signing in, without removing anything. It can be undone.",
    },
    unsuspendUser: { name: "Unsuspend a user", description: "Lets a suspended user sign in again." },
    unlockUser: {
      name: "Unlock a user",
      description: "Unlocks a user who entered a wrong password too often.",
    },
    resetPassword: {
      name: "Reset a password",
      description:
        "Makes a link to set a new password, and sends it to the user by e-mail if `sendEmail` is true.",
    },
    deactivateUser: {
      name: "Deactivate a user",
      description: "Ends a user's access to all applications. Assignments are removed, so take care.",
    },
    listUserGroups: {
      name: "List groups of a user",
      description: "Returns the groups that a user is a member of.",
    },
    listGroups: {
      name: "List groups",
      description:
        "Lists groups. `q` finds names that begin with a text; `search` filters by type or time of change.",
    },
    createGroup: { name: "Create a group", description: "Creates a group with a name and a description." },
    listGroupUsers: {
      name: "List members of a group",
      description: "Lists the users of a group, page by page.",
    },
    addUserToGroup: { name: "Add a user to a group", description: "Makes a user a member of a group." },
    removeUserFromGroup: {
      name: "Remove a user from a group",
      description: "Ends a user's membership of a group.",
    },
    listApplications: {
      name: "List applications",
      description:
        "Lists the applications of the organization, by name or by user or group that may use them.",
    },
    listApplicationUsers: {
      name: "List users of an application",
      description: "Lists the users who are assigned to an application, directly or by group.",
    },
    assignUserToApplication: {
      name: "Give a user an application",
      description: "Assigns a user to an application, with credentials and profile there if needed.",
    },
    getLogs: {
      name: "Read the system log",
      description:
        'Returns events between `since` and `until`. `filter` takes an expression such as `eventType eq "user.session.start"`.',
    },
    listFactors: {
      name: "List factors of a user",
      description: "Returns the sign-in factors that a user has enrolled.",
    },
  },
});
