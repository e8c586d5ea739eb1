import { defineTool, z } from "@bowline/catalog/application";
import { itemId, pageOf, permission, read, write } from "./shapes.ts";

export const sharingTools = [
  defineTool({
    operation: "links_create",
    name: "Create a link to share",
    description: "Returns a link by which others can open or edit a file or folder.",
    input: z.object({
      itemId,
      type: z.enum(["view", "edit", "embed"]).describe("What the link allows."),
      scope: z
        .enum(["anonymous", "organization", "users"])
        .optional()
        .describe("For whom: everybody with the link, the organization, or people named later."),
      password: z.string().optional().describe("Password of the link; personal OneDrive only."),
      expirationDateTime: z
        .string()
        .optional()
        .describe("When the link ends, such as `2030-01-31T00:00:00Z`."),
    }),
    output: permission,
    scopes: write,
    request: { method: "POST", path: "/me/drive/items/{itemId}/createLink" },
  }),
  defineTool({
    operation: "items_invite",
    name: "Share with people",
    description: "Gives people access to a file or folder by their e-mail addresses.",
    input: z.object({
      itemId,
      recipients: z
        .array(z.object({ email: z.string() }))
        .min(1)
        .describe("The people."),
      roles: z
        .array(z.enum(["read", "write"]))
        .min(1)
        .describe("What they may do."),
      requireSignIn: z.boolean().describe("Whether they must sign in."),
      sendInvitation: z.boolean().describe("Whether they get a mail."),
      message: z.string().max(2000).optional().describe("Text of that mail."),
    }),
    output: pageOf(permission),
    scopes: write,
    resultsPath: "/value",
    request: { method: "POST", path: "/me/drive/items/{itemId}/invite" },
  }),
  defineTool({
    operation: "permissions_list",
    name: "List who has access",
    description: "Returns the people and links that may open a file or folder.",
    input: z.object({ itemId }),
    output: pageOf(permission),
    scopes: read,
    resultsPath: "/value",
    request: { method: "GET", path: "/me/drive/items/{itemId}/permissions" },
  }),
  defineTool({
    operation: "permissions_delete",
    name: "Stop sharing a file",
    description: "Takes one access to a file or folder away. Its id is in permissions_list.",
    input: z.object({ itemId, permissionId: z.string().min(1).describe("Id from permissions_list.") }),
    output: z.unknown().describe("Nothing."),
    scopes: write,
    request: { method: "DELETE", path: "/me/drive/items/{itemId}/permissions/{permissionId}" },
  }),
  defineTool({
    operation: "drive_get",
    name: "Get the drive and its storage",
    description: "Returns the user's OneDrive: its id, owner, and how much storage is used.",
    input: z.object({}),
    output: z.looseObject({
      id: z.string(),
      driveType: z.string().optional(),
      quota: z.looseObject({ total: z.int().optional(), used: z.int().optional() }).optional(),
    }),
    scopes: read,
    request: { method: "GET", path: "/me/drive" },
  }),
];
