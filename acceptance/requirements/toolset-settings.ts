import { type Requirement, stated } from "./requirement.ts";

/** Toolset settings, and approvals of single calls. */
export const toolsetSettingsRequirements: Requirement[] = [
  ...stated("D65", {
    "settings.record":
      "A toolset's record has settings with schemas, outputSchemas, resultControls, resultBytes, approvals and tools.",
    "settings.defaults":
      "A toolset that sets none has schemas compact, outputSchemas and resultControls false, resultBytes null, approvals none and tools empty.",
    "settings.create": "POST takes settings.",
    "settings.update": "PATCH changes the members of settings that are sent, and no others.",
    "settings.update.empty":
      "Settings that are null, empty, or have only nulls change nothing, not even updatedDate.",
    "settings.update.concurrent":
      "After concurrent updates of different members, all hold; of the same member, the value is one of them.",
    "settings.check.tool":
      "A tool of tools or approvals that does not exist is a VALIDATION_ERROR at its path.",
    "settings.check.preset-name":
      "A preset that is not an input of its tool is a VALIDATION_ERROR at its path.",
    "settings.check.preset-value":
      "A preset whose value is not valid for its input is a VALIDATION_ERROR at its path; other required inputs may be missing.",
    "settings.check.name":
      "A name that models refuse, that another tool has as its slug, or that two tools have, is a VALIDATION_ERROR.",
    "settings.check.members": "Unknown members and values of settings are a VALIDATION_ERROR at their path.",
    "settings.check.refused": "Refused settings change nothing.",
    "settings.hidden": "A credential narrowed to the toolset does not see presets in the toolset's record.",
  }),
];
