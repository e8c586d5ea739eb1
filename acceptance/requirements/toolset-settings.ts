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
    "presets.sent": "Presets are sent with each call of their tool through the toolset.",
    "presets.doors":
      "A call goes through the toolset when it names it or its key is narrowed to it, whichever connection it uses and whichever name it calls the tool by. A call that sets a preset then is 400 at its path, and nothing is sent.",
    "presets.elsewhere": "Calls that do not go through the toolset have none of its presets.",
    "presets.shown":
      "Presets are in the dry run and in the history as they are sent, and masked there when they are secret.",
    "presets.wire":
      "An object that is written as several parameters cannot set a parameter that is an input of its own.",
    "presets.context": "A contextValue that would fill a preset is 400.",
    "presets.paging": "With a preset for the page or position, one page is read.",
    "presets.hidden":
      "Lists, records, definitions and schemas of tools leave presets out where the credential is narrowed to the toolset, or the list names it.",
    "presets.texts":
      "The given name and description replace the tool's there, and the tool can be called by the given name.",
  }),
];
