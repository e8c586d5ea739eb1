/** Invented applications, each with 20 kinds of things; together 500 operations per application. */
const applications: Record<string, string> = {
  "Harbor CRM":
    "contact company deal lead pipeline stage quote territory account campaign segment score owner touchpoint referral partner proposal forecast competitor opportunity",
  "Inkwell Docs":
    "document page folder template comment revision workspace section block bookmark citation glossary outline draft publication reviewer style translation export image",
  "Ledgerline Accounting":
    "invoice bill payment refund ledger journal expense receipt budget tax vendor currency statement reconciliation asset accrual allocation payee estimate remittance",
  "Quarry Issues":
    "issue project sprint board epic milestone label version component worklog filter dashboard release estimate subtask blocker backlog roadmap screen workflow",
  "Pigeon Mail":
    "message thread mailbox draft attachment signature alias rule newsletter subscriber bounce sender domain suppression recipient contact schedule forward archive label",
  "Almanac Calendar":
    "event calendar reminder attendee room booking availability holiday recurrence invitation timezone slot appointment conference agenda delegate working-hour location color notification",
  "Foundry Builds":
    "build pipeline job artifact runner secret environment deployment branch commit trigger schedule cache step log variable approval release tag image",
  "Beacon Monitoring":
    "alert incident metric monitor dashboard probe check escalation silence runbook service status responder postmortem annotation threshold trace span log heartbeat",
  "Satchel Storage":
    "file folder bucket share permission upload version thumbnail quota trash link lifecycle replica snapshot archive checksum label watermark retention transfer",
  "Market Square":
    "product order cart customer discount shipment inventory collection variant price return review gift-card wishlist supplier warehouse checkout fulfillment category bundle",
  "Cashier Payments":
    "charge payout customer card subscription plan coupon dispute transfer balance mandate invoice intent fee wallet terminal installment settlement merchant token",
  "Switchboard Calls":
    "call number recording voicemail queue extension agent transcript conference greeting menu trunk caller message campaign contact disposition callback forwarding device",
  "People Desk":
    "employee candidate department position leave timesheet payslip benefit review goal onboarding contract shift skill training absence interview offer manager salary",
  "Lecture Hall":
    "course lesson student teacher enrollment assignment submission grade quiz question certificate classroom schedule attendance module discussion announcement badge rubric cohort",
  "Signpost Surveys":
    "survey question response respondent panel branch quota page answer invitation result segment template language reminder reward embed translation variable theme",
  "Waypoint Logistics":
    "shipment parcel carrier route driver vehicle warehouse pallet label pickup delivery tracking customs manifest dock rate return zone container depot",
  "Clinic Notes":
    "patient appointment practitioner prescription allergy observation referral diagnosis immunization encounter procedure insurance claim ward consent device specimen medication plan report",
  "Gallery Media":
    "video image album playlist channel caption comment subscriber stream thumbnail podcast episode clip tag collection transcript watermark preset chapter poster",
  "Gatehouse Identity":
    "user group role permission session application policy factor device domain invitation key token certificate attribute directory mapping grant consent rule",
  "Tablework Data":
    "base table record field view attachment formula relation form automation sync snapshot webhook comment collaborator workspace import export button template",
};

const parts = ["", "note", "attachment", "member", "activity"];

/** An OpenAPI document to import, as `POST /v1/applications` takes it (decisions D24). */
export interface SyntheticApplication {
  slug: string;
  name: string;
  document: unknown;
}

/** 20 OpenAPI documents with 500 operations each. */
export function* makeApplications(): Generator<SyntheticApplication> {
  for (const [name, things] of Object.entries(applications)) {
    const slug = name.toLowerCase().replaceAll(" ", "-");
    const paths = Object.fromEntries(
      things
        .split(" ")
        .flatMap((thing) => parts.flatMap((part) => [...makePaths(thing.replaceAll("-", " "), part)])),
    );
    const security = { securitySchemes: { token: { type: "http", scheme: "bearer" } } };
    const servers = [{ url: `https://api.${slug}.example` }];
    yield {
      slug,
      name,
      document: {
        openapi: "3.1.0",
        info: { title: name, version: "2.4.0", description: `Everything stored in ${name}.` },
        servers,
        security: [{ token: [] }],
        components: security,
        paths,
      },
    };
  }
}

function* makePaths(thing: string, part: string): Generator<[string, unknown]> {
  const things = plural(thing);
  const owner = `/${kebab(things)}`;
  const collection = part ? `${owner}/{${camel(thing)}Id}/${kebab(plural(part))}` : owner;
  const noun = part ? `${part} of a ${thing}` : thing;
  const nouns = part ? `${plural(part)} of a ${thing}` : things;
  const id = camel(`${part || thing} id`);
  const operation = (verb: string, many: boolean) =>
    camel(`${verb} ${part ? `${thing} ` : ""}${many ? plural(part || thing) : part || thing}`);
  const owners = part ? [pathParameter(`${camel(thing)}Id`, thing)] : [];
  const item = [...owners, pathParameter(id, part || thing)];
  yield [
    collection,
    {
      get: {
        ...describe(
          operation("list", true),
          `List ${nouns}`,
          `Returns the ${nouns}, newest first. Results are paginated; pass the cursor of the last page to go on.`,
          things,
        ),
        parameters: [
          ...owners,
          queryParameter("limit", "integer"),
          queryParameter("cursor", "string"),
          queryParameter("updatedSince", "string"),
        ],
      },
      post: {
        ...describe(
          operation("create", false),
          `Create a ${noun}`,
          `Adds a ${noun}. The caller needs permission to write ${things}.`,
          things,
        ),
        parameters: owners,
        requestBody: body(part || thing),
      },
    },
  ];
  yield [
    `${collection}/{${id}}`,
    {
      get: {
        ...describe(
          operation("get", false),
          `Get a ${noun}`,
          `Returns one ${noun} with all of its fields.`,
          things,
        ),
        parameters: item,
      },
      patch: {
        ...describe(
          operation("update", false),
          `Update a ${noun}`,
          `Changes only the fields that are sent.`,
          things,
        ),
        parameters: item,
        requestBody: body(part || thing),
      },
      delete: {
        ...describe(
          operation("delete", false),
          `Delete a ${noun}`,
          `Deletes a ${noun} for good. This cannot be undone.`,
          things,
        ),
        parameters: item,
      },
    },
  ];
}

function describe(operationId: string, summary: string, description: string, tag: string) {
  return { operationId, summary, description, tags: [tag], responses: { 200: response } };
}

const fields = {
  id: { type: "string" },
  name: { type: "string", description: "What people call it." },
  status: { type: "string", enum: ["draft", "active", "archived"] },
  ownerId: { type: "string", description: "Who is responsible." },
  tags: { type: "array", items: { type: "string" } },
  priority: { type: "integer", minimum: 0, maximum: 5 },
  createdAt: { type: "string", format: "date-time" },
  customFields: { type: "object", additionalProperties: { type: "string" } },
};
const response = {
  description: "Done.",
  content: { "application/json": { schema: { type: "object", properties: fields } } },
};

function body(noun: string) {
  const { id: _, createdAt: __, ...writable } = fields;
  const properties = {
    ...writable,
    [`${camel(noun)}Type`]: { type: "string", description: `Which kind of ${noun} it is.` },
  };
  return {
    required: true,
    content: { "application/json": { schema: { type: "object", required: ["name"], properties } } },
  };
}

function pathParameter(name: string, noun: string) {
  return { in: "path", name, required: true, description: `The ${noun}.`, schema: { type: "string" } };
}

function queryParameter(name: string, type: string) {
  return { in: "query", name, schema: { type } };
}

function plural(noun: string): string {
  if (noun.endsWith("y")) {
    return `${noun.slice(0, -1)}ies`;
  }
  return /(s|x|ch)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

function kebab(words: string): string {
  return words.replaceAll(" ", "-");
}

function camel(words: string): string {
  return words.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Searches that agents and people send for these applications. */
export const queries = [
  "create an invoice",
  "list open issues",
  "send a message to a thread",
  "refund a payment",
  "delete an attachment of a contact",
  "find a patient's appointments",
  "update the status of a shipment",
  "who attends the event",
  "upload a file",
  "share a folder with somebody",
  "harbor crm add note to deal",
  "quarry issues sprint",
  "get build log",
  "trigger a deployment",
  "remove member from group",
  "acknowledge incident",
  "list alerts",
  "new survey question",
  "grade a submission",
  "book a room",
  "payroll salary of employee",
  "candidate interview schedule",
  "create playlist",
  "add caption to video",
  "revoke a session",
  "rotate api key",
  "import records into a table",
  "webhook",
  "export document",
  "translate page",
  "customer discount coupon",
  "track parcel",
  "pickup label",
  "prescription",
  "call recording transcript",
  "voicemail",
  "calender invitation",
  "inovice",
  "subscrption plan",
  "pigeon_mail_list",
];
