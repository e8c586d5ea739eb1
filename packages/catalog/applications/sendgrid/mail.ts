import { defineTool, fromInput, z } from "@bowline/catalog/application";

const person = z.object({ email: z.string().describe("E-mail address."), name: z.string().optional() });
const people = z.array(person).min(1).max(1000);
const template = z.looseObject({ id: z.string(), name: z.string() });

export const mailTools = [
  defineTool({
    operation: "mail_send",
    name: "Send an e-mail",
    description:
      "Sends an e-mail from a verified sender, with own text or a template, now or at a time. All recipients see each other.",
    input: z.object({
      from: person.describe("The sender, verified at SendGrid."),
      to: people.describe("Recipients."),
      cc: people.optional(),
      bcc: people.optional(),
      reply_to: person.optional(),
      subject: z.string().optional().describe("The subject line. A template has its own."),
      content: z
        .array(z.object({ type: z.enum(["text/plain", "text/html"]), value: z.string().min(1) }))
        .optional()
        .describe("The text: plain first, then HTML. Not needed with a template."),
      template_id: z
        .string()
        .optional()
        .describe("Id of a template, such as `d-f43daeeaef504760851f727007e0b5d0`."),
      dynamic_template_data: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("Values for the template."),
      attachments: z
        .array(
          z.object({
            content: z.string().describe("The file as base64."),
            filename: z.string(),
            type: z.string().optional().describe("Media type."),
          }),
        )
        .optional(),
      categories: z.array(z.string()).max(10).optional().describe("Names to group statistics by."),
      send_at: z.int().optional().describe("When to send, in seconds since 1970; at most 72 hours ahead."),
    }),
    output: z.unknown().describe("Nothing."),
    scopes: ["mail.send"],
    request: {
      method: "POST",
      path: "/mail/send",
      body: {
        personalizations: [
          {
            to: fromInput("to"),
            cc: fromInput("cc"),
            bcc: fromInput("bcc"),
            dynamic_template_data: fromInput("dynamic_template_data"),
          },
        ],
        from: fromInput("from"),
        reply_to: fromInput("reply_to"),
        subject: fromInput("subject"),
        content: fromInput("content"),
        template_id: fromInput("template_id"),
        attachments: fromInput("attachments"),
        categories: fromInput("categories"),
        send_at: fromInput("send_at"),
      },
    },
  }),
  defineTool({
    operation: "templates_list",
    name: "List templates",
    description: "Returns the dynamic templates with their ids, for mail_send.",
    input: z.object({
      page_size: z.int().min(1).max(200).default(100).describe("Templates on a page."),
      page_token: z.string().optional().describe("Token of the next page, from `_metadata.next`."),
    }),
    output: z.looseObject({ result: z.array(template) }),
    resultsPath: "/result",
    request: {
      method: "GET",
      path: "/templates",
      query: {
        generations: "dynamic",
        page_size: fromInput("page_size"),
        page_token: fromInput("page_token"),
      },
    },
  }),
  defineTool({
    operation: "templates_get",
    name: "Get a template",
    description: "Returns one template with its versions, their subjects and their HTML.",
    input: z.object({ templateId: z.string().min(1).describe("Id from templates_list.") }),
    output: template,
    request: { method: "GET", path: "/templates/{templateId}" },
  }),
  defineTool({
    operation: "senders_list",
    name: "List verified senders",
    description: "Returns the senders that mail may come from.",
    input: z.object({ limit: z.int().min(1).optional() }),
    output: z.looseObject({ results: z.array(z.looseObject({ id: z.int(), from_email: z.string() })) }),
    resultsPath: "/results",
    request: { method: "GET", path: "/verified_senders" },
  }),
  defineTool({
    operation: "stats_get",
    name: "Get statistics",
    description: "Returns by day how many mails were delivered, opened, clicked and bounced.",
    input: z.object({
      start_date: z.string().describe("First day: `2030-01-01`."),
      end_date: z.string().optional().describe("Last day. Default: today."),
      aggregated_by: z.enum(["day", "week", "month"]).optional(),
    }),
    output: z.array(z.looseObject({ date: z.string(), stats: z.array(z.looseObject({})) })),
    resultsPath: "",
    request: { method: "GET", path: "/stats" },
  }),
  defineTool({
    operation: "bounces_list",
    name: "List bounces",
    description:
      "Returns the addresses whose mail came back, with the reason. SendGrid sends them nothing more.",
    input: z.object({
      start_time: z.int().optional().describe("Seconds since 1970."),
      end_time: z.int().optional().describe("Seconds since 1970."),
      limit: z.int().min(1).max(500).optional(),
      offset: z.int().min(0).optional().describe("How many to skip."),
    }),
    output: z.array(z.looseObject({ email: z.string(), reason: z.string().optional() })),
    resultsPath: "",
    paging: { kind: "offset", parameter: "offset", sizeParameter: "limit", maxSize: 500 },
    request: { method: "GET", path: "/suppression/bounces" },
  }),
  defineTool({
    operation: "bounces_delete",
    name: "Forget a bounce",
    description: "Takes an address off the list of bounces, so that it gets mail again.",
    input: z.object({ email: z.string().min(3).describe("The address.") }),
    output: z.unknown().describe("Nothing."),
    request: { method: "DELETE", path: "/suppression/bounces/{email}" },
  }),
  defineTool({
    operation: "account_get",
    name: "Get the account",
    description: "Returns the user name of the account that the key belongs to.",
    input: z.object({}),
    output: z.looseObject({ username: z.string(), user_id: z.int().optional() }),
    request: { method: "GET", path: "/user/username" },
  }),
];
