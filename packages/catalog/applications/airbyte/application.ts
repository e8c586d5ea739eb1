import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

const baseUrl = {
  description: "Address of the API of your own Airbyte, such as https://airbyte.example.com/api.",
};

export const application = defineBuiltIn({
  slug: "airbyte",
  name: "Airbyte",
  description: "Manage the sources, destinations, connections and sync jobs of your own Airbyte.",
  categories: ["data", "developer-tools"],
  websiteUrl: "https://airbyte.com",
  documentationUrl: "https://docs.airbyte.com/platform/api-documentation",
  icon: { simpleIcons: "airbyte" },
  // The file is Airbyte's own description of its configuration API, which says that it is under the MIT license.
  document: {
    package: "@opensdks/sdk-airbyte",
    version: "0.0.1",
    integrity:
      "sha512-bFDDy0BDRhvJAlto2wW4BwcMVMdsedLDIAsrHTDV5InyxKFqu9wxTE6vONwWm/JKB5aximIoedNq208wAmEKvw==",
    license: "MIT",
    files: ["airbyte_config.oas.json"],
  },
  servers: [{ name: "production", url: "{baseUrl}", variables: { baseUrl } }],
  authentications: {
    token: {
      type: "http",
      scheme: "bearer",
      title: "Access token",
      description:
        "Create an application in Airbyte under User settings, Applications, and generate its access token.",
      documentationUrl: "https://docs.airbyte.com/platform/using-airbyte/configuring-api-access",
      fields: { token: { label: "Access token" }, baseUrl: { label: "Address of the API" } },
    },
  },
  test: { operation: "listWorkspaces", labelPath: "/workspaces/0/name" },
  objects: [{ kind: "workspace", operation: "listWorkspaces", namePath: "/workspaceId", labelPath: "/name" }],
  // The other calls serve Airbyte's own parts and its web page.
  include: [
    "* /v1/workspaces/*",
    "* /v1/sources/*",
    "* /v1/destinations/*",
    "* /v1/connections/*",
    "* /v1/jobs/*",
    "* /v1/operations/*",
    "* /v1/source_definitions/*",
    "* /v1/destination_definitions/*",
  ],
  // Airbyte's calls are all POST.
  readOnly: ["POST */list", "POST */list_*", "POST */get", "POST */get_*", "POST */search"],
  operations: {
    listSourcesForWorkspace: { context: { type: "workspace", inputs: ["workspaceId"] } },
    listDestinationsForWorkspace: { context: { type: "workspace", inputs: ["workspaceId"] } },
    listConnectionsForWorkspace: { context: { type: "workspace", inputs: ["workspaceId"] } },
    deleteSource: { hints: { destructive: true } },
    deleteDestination: { hints: { destructive: true } },
    deleteConnection: { hints: { destructive: true } },
    resetConnection: { hints: { destructive: true } },
  },
  featured: {
    listWorkspaces: {
      name: "List workspaces",
      description: "Lists the workspaces of this Airbyte with their ids.",
    },
    listConnectionsForWorkspace: {
      name: "List connections",
      description:
        "Lists the connections of a workspace: from which source to which destination, and how often.",
    },
    getConnection: {
      name: "Get a connection",
      description: "Returns one connection with its streams and schedule.",
    },
    createConnection: {
      name: "Create a connection",
      description: "Connects a source with a destination, with the streams to copy and a schedule.",
    },
    updateConnection: {
      name: "Update a connection",
      description: "Changes a connection's streams, schedule or status.",
    },
    syncConnection: { name: "Sync now", description: "Starts a sync of a connection and returns its job." },
    resetConnection: {
      name: "Reset a connection",
      description: "Deletes what a connection has copied, so that the next sync copies everything again.",
    },
    listJobsFor: {
      name: "List jobs",
      description: "Lists the jobs of a connection, newest first, with their states.",
    },
    getJobInfo: { name: "Get a job", description: "Returns one job with its attempts and logs." },
    cancelJob: { name: "Cancel a job", description: "Stops a job that runs." },
    listSourcesForWorkspace: { name: "List sources", description: "Lists the sources of a workspace." },
    createSource: {
      name: "Create a source",
      description: "Creates a source from a connector's definition and its settings.",
    },
    checkConnectionToSource: {
      name: "Check a source",
      description: "Tries whether Airbyte can reach a source.",
    },
    discoverSchemaForSource: {
      name: "List streams of a source",
      description: "Asks a source for its streams and their fields.",
    },
    listDestinationsForWorkspace: {
      name: "List destinations",
      description: "Lists the destinations of a workspace.",
    },
    createDestination: {
      name: "Create a destination",
      description: "Creates a destination from a connector's definition and its settings.",
    },
  },
});
