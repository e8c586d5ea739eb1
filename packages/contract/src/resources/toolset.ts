import { z } from "zod";
import { extension } from "./extension.ts";
import { applicationSlug, dateTime, displayName, guid, id, toolSlug } from "./primitives.ts";
import { toolsetSettings, toolsetSettingsInput } from "./toolset-settings.ts";

/** A toolset: connections with the tools each may use, and workflows (contract, Toolset). */
export const toolset = z
  .object({
    toolsetId: guid,
    name: z.string(),
    connections: z.array(
      z
        .object({
          connectionId: id,
          applicationSlug,
          toolSlugs: z.array(toolSlug),
          applicationName: z.string(),
        })
        .meta({ id: "ToolsetConnection" }),
    ),
    workflows: z.array(guid).meta({ description: "Workflow token GUIDs." }),
    createdDate: dateTime,
    updatedDate: dateTime.nullable().meta({ description: "Null if never updated." }),
    createdByAccountUserId: id,
    updatedByAccountUserId: id.nullable(),
    settings: toolsetSettings.meta({
      description:
        "How agents see and use the tools. A credential narrowed to the toolset does not see the presets.",
      ...extension,
    }),
  })
  .meta({ id: "Toolset" });

export type Toolset = z.infer<typeof toolset>;

/** A member of the record that cannot be changed, so that a record that was read can be sent back. */
const ignored = z
  .unknown()
  .optional()
  .meta({ description: "Ignored: it cannot be changed.", ...extension });

const members = {
  name: displayName,
  connections: z
    .array(
      z
        .strictObject({
          connectionId: id,
          applicationSlug,
          toolSlugs: z
            .array(z.string().max(200))
            .max(5000)
            .meta({ description: "The permitted tools. An empty list permits none." }),
          applicationName: z
            .string()
            .nullish()
            .meta({
              description: "Need not be sent. It cannot be changed.",
              ...extension,
            }),
        })
        .meta({ id: "ToolsetConnectionInput" }),
    )
    .max(500),
  workflows: z.array(guid).max(500),
  settings: toolsetSettingsInput.nullish().meta(extension),
};

export const createToolsetBody = z
  .strictObject({
    name: members.name,
    connections: members.connections.nullish(),
    workflows: members.workflows.nullish(),
    settings: members.settings,
  })
  .meta({
    id: "CreateToolset",
    examples: [
      {
        name: "Triage",
        connections: [{ connectionId: 1, applicationSlug: "github", toolSlugs: ["github_issues_create"] }],
        workflows: [],
      },
    ],
  });

export const updateToolsetBody = z
  .strictObject({
    name: members.name.nullish(),
    connections: members.connections.nullish(),
    workflows: members.workflows.nullish(),
    settings: members.settings,
    toolsetId: ignored,
    createdDate: ignored,
    updatedDate: ignored,
    createdByAccountUserId: ignored,
    updatedByAccountUserId: ignored,
  })
  .meta({
    id: "UpdateToolset",
    description:
      "A member that is null or left out does not change. A list replaces the stored list. A record that was read can be sent back.",
    examples: [{ name: "Triage, read-only" }],
  });
