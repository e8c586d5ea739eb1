import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "rclone",
  name: "Rclone",
  description: "List, copy, sync and move files between clouds and disks with a running rclone server.",
  categories: ["files", "developer-tools"],
  websiteUrl: "https://rclone.org",
  documentationUrl: "https://rclone.org/rc/",
  icon: { simpleIcons: "rclone" },
  document: {
    package: "rclone-openapi",
    version: "1.75.0",
    integrity:
      "sha512-qkuPnhiFFS0cu5jAcG3TXWKZrkw54KYFCDPL5PDFY5Q3CZcooP4EXuMmcoQKWpmglohk12b65OW31QDVadsjRw==",
    license: "MIT",
    files: ["openapi.json"],
  },
  servers: [
    {
      name: "production",
      url: "{baseUrl}",
      variables: {
        baseUrl: { description: "Address of `rclone rcd`, such as http://rclone.example.com:5572." },
      },
    },
  ],
  authentications: {
    basic: {
      type: "http",
      scheme: "basic",
      title: "User and password",
      description: "As given to rclone by --rc-user and --rc-pass.",
      documentationUrl: "https://rclone.org/rc/#supported-parameters",
      fields: { baseUrl: { label: "Address of rclone" } },
    },
  },
  test: { operation: "POST /core/version", labelPath: "/version" },
  // rclone's calls are all POST: https://rclone.org/rc/#accessing-the-remote-control-via-http
  readOnly: [
    "POST /core/version",
    "POST /core/stats",
    "POST /core/transferred",
    "POST /core/memstats",
    "POST /config/listremotes",
    "POST /config/providers",
    "POST /config/paths",
    "POST /job/list",
    "POST /job/status",
    "POST /operations/list",
    "POST /operations/stat",
    "POST /operations/size",
    "POST /operations/about",
    "POST /operations/fsinfo",
    "POST /options/get",
    "POST /rc/list",
    "POST /mount/listmounts",
  ],
  operations: {
    "POST /operations/purge": { hints: { destructive: true } },
    "POST /operations/delete": { hints: { destructive: true } },
    "POST /operations/deletefile": { hints: { destructive: true } },
    "POST /sync/sync": { hints: { destructive: true } },
  },
  featured: {
    "POST /config/listremotes": {
      name: "List remotes",
      description: "Returns the names of the clouds and disks that rclone is set up for.",
    },
    "POST /operations/list": {
      name: "List files",
      description: "Lists a folder: `fs` is a remote such as `drive:`, `remote` a path in it.",
    },
    "POST /operations/stat": {
      name: "Get a file",
      description: "Returns the size and time of one file or folder.",
    },
    "POST /operations/size": {
      name: "Measure a folder",
      description: "Returns how many files a remote or folder has and their size.",
    },
    "POST /operations/about": {
      name: "Get the space of a remote",
      description: "Returns the total, used and free space of a remote.",
    },
    "POST /operations/copyfile": {
      name: "Copy a file",
      description: "Copies one file from a source remote to a destination remote.",
    },
    "POST /operations/movefile": {
      name: "Move a file",
      description: "Moves one file from a source remote to a destination remote.",
    },
    "POST /operations/mkdir": { name: "Create a folder", description: "Creates a folder in a remote." },
    "POST /operations/deletefile": { name: "Delete a file", description: "Deletes one file of a remote." },
    "POST /operations/purge": {
      name: "Delete a folder",
      description: "Deletes a folder with everything in it. It cannot be undone.",
    },
    "POST /operations/publiclink": {
      name: "Create a public link",
      description: "Makes a web address at which anybody can read a file, if the remote can do that.",
    },
    "POST /sync/copy": {
      name: "Copy a folder",
      description: "Copies all files of `srcFs` that `dstFs` lacks. Deletes nothing.",
    },
    "POST /sync/sync": {
      name: "Sync a folder",
      description: "Makes `dstFs` the same as `srcFs`. Deletes what the source does not have.",
    },
    "POST /sync/move": { name: "Move a folder", description: "Moves all files of `srcFs` to `dstFs`." },
    "POST /job/list": {
      name: "List jobs",
      description: "Returns the ids of jobs that run or have ended lately.",
    },
    "POST /job/status": {
      name: "Get a job",
      description: "Returns whether a job has ended and with what result.",
    },
    "POST /job/stop": { name: "Stop a job", description: "Ends a job that runs." },
    "POST /core/stats": {
      name: "Get transfer figures",
      description: "Returns speed, bytes and errors of the transfers under way.",
    },
    "POST /core/version": {
      name: "Get the version",
      description: "Returns the version of rclone and its system.",
    },
  },
});
