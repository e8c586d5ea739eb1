import { z } from "zod";
import { anyMembers } from "./primitives.ts";

/** A name that every model's API takes. */
const givenName = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{1,64}$/,
    "Must be 1 to 64 of A-Z, a-z, 0-9, `_` and `-`: models take no other names.",
  )
  .meta({ description: "The name that agents see and call, instead of the slug." });

/** What a toolset changes of one tool (decisions D65). */
const toolsetTool = z
  .strictObject({
    name: givenName.nullish(),
    description: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .nullish()
      .meta({ description: "The description that agents see, instead of the tool's." }),
    presets: anyMembers.nullish().meta({
      description:
        "Input values by name. They are sent with every call through the toolset, agents do not see them, and a call that names one is refused.",
    }),
  })
  .meta({ id: "ToolsetToolSettings" });

const approvalGroups = ["none", "destructive", "writes", "all"] as const;

const members = {
  schemas: z.enum(["compact", "full"]).meta({
    description: "`compact`: agents over MCP get shortened descriptions. `full`: they get whole ones.",
  }),
  outputSchemas: z.boolean().meta({ description: "Whether agents over MCP get the tools' output schemas." }),
  resultControls: z.boolean().meta({
    description: "Whether agents over MCP may filter, sort and cut lists of results.",
  }),
  resultBytes: z.int32().min(100).max(10_000_000),
  approvals: z
    .union([z.enum(approvalGroups), z.array(z.string().max(200)).max(5000)], {
      error: "Must be none, destructive, writes, all, or a list of tool slugs.",
    })
    .meta({
      description:
        "The calls through the toolset that a person approves first: `none`, those of destructive tools, of tools that write, `all`, or those of the tools listed.",
    }),
  tools: z.record(z.string(), toolsetTool).meta({
    description: "Names, descriptions and presets by tool slug. The object replaces the stored one.",
  }),
};

const resultBytesText =
  "The most characters of a result that an agent over MCP gets at once. Null: 100,000, and no tool to read on.";

/** How agents see and use a toolset's tools (decisions D65). */
export const toolsetSettings = z
  .object({ ...members, resultBytes: members.resultBytes.nullable().meta({ description: resultBytesText }) })
  .meta({ id: "ToolsetSettings" });

/** The settings in a request. */
export const toolsetSettingsInput = z
  .strictObject({
    schemas: members.schemas.nullish(),
    outputSchemas: members.outputSchemas.nullish(),
    resultControls: members.resultControls.nullish(),
    resultBytes: members.resultBytes.nullish().meta({ description: resultBytesText }),
    approvals: members.approvals.nullish(),
    tools: members.tools.nullish(),
  })
  .meta({
    id: "ToolsetSettingsInput",
    description: "A member that is null or left out does not change.",
    examples: [
      {
        approvals: "destructive",
        tools: { github_issues_create: { presets: { owner: "octo-org", repo: "support" } } },
      },
    ],
  });

/** The settings of a toolset that has set none. */
export const defaultToolsetSettings: ToolsetSettings = {
  schemas: "compact",
  outputSchemas: false,
  resultControls: false,
  resultBytes: null,
  approvals: "none",
  tools: {},
};

export type ToolsetSettings = z.infer<typeof toolsetSettings>;
export type ToolsetSettingsInput = z.infer<typeof toolsetSettingsInput>;
export type ToolsetTool = z.infer<typeof toolsetTool>;
