import { defineTool, z } from "@bowline/catalog/application";

const label = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(["system", "user"]).optional(),
});

export const labelTools = [
  defineTool({
    operation: "labels_list",
    name: "List labels",
    description:
      "Returns all labels with their ids: Gmail's own, such as `INBOX`, and the user's, such as `Label_12`. Other tools take the ids.",
    input: z.object({}),
    output: z.looseObject({ labels: z.array(label) }),
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    resultsPath: "/labels",
    request: { method: "GET", path: "/users/me/labels" },
  }),
  defineTool({
    operation: "labels_create",
    name: "Create a label",
    description: "Creates a label. A `/` in the name nests it: `Clients/Ada`.",
    input: z.object({
      name: z.string().min(1).max(225).describe("Name as shown; unique in the mailbox."),
      labelListVisibility: z
        .enum(["labelShow", "labelShowIfUnread", "labelHide"])
        .optional()
        .describe("Whether the label is in the list of labels."),
      messageListVisibility: z
        .enum(["show", "hide"])
        .optional()
        .describe("Whether the label is shown on messages in lists."),
    }),
    output: label,
    scopes: ["https://www.googleapis.com/auth/gmail.labels"],
    request: {
      method: "POST",
      path: "/users/me/labels",
    },
  }),
  defineTool({
    operation: "profile_get",
    name: "Get the mailbox's profile",
    description: "Returns the connected e-mail address and how many messages and threads the mailbox holds.",
    input: z.object({}),
    output: z.looseObject({
      emailAddress: z.string(),
      messagesTotal: z.int().optional(),
      threadsTotal: z.int().optional(),
      historyId: z.string().optional(),
    }),
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    request: { method: "GET", path: "/users/me/profile" },
  }),
];
