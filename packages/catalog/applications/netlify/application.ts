import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "netlify",
  name: "Netlify",
  description:
    "Deploy and manage sites, environment variables, forms, functions, DNS and databases on Netlify.",
  categories: ["developer-tools", "hosting"],
  websiteUrl: "https://www.netlify.com",
  documentationUrl: "https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/",
  icon: { simpleIcons: "netlify" },
  document: {
    package: "@netlify/open-api",
    version: "2.60.0",
    integrity:
      "sha512-zNwSsLoFF8G0EGXFsADg99a+e3zAObOFdm8/dTG2btfxmZ7vlqfbNgryie2vD6hTlUbt3kCZN66OE79PQWt/5w==",
    license: "MIT",
    files: ["dist/swagger.json"],
  },
  servers: [{ name: "production", url: "https://api.netlify.com/api/v1" }],
  authentications: {
    token: {
      type: "http",
      scheme: "bearer",
      title: "Personal access token",
      description: "Create it in Netlify under User settings, Applications, Personal access tokens.",
      documentationUrl:
        "https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#authentication",
      fields: { token: { label: "Personal access token" } },
    },
    oauth: {
      type: "oauth2",
      title: "Sign in with Netlify",
      documentationUrl:
        "https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#authentication",
      provider: "netlify",
      scopes: {},
    },
  },
  test: { operation: "GET /user", labelPath: "/email" },
  objects: [{ kind: "site", operation: "GET /sites", namePath: "/id", labelPath: "/name" }],
  // https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#pagination
  paging: [{ paging: { kind: "linkHeader", parameter: "page", sizeParameter: "per_page", maxSize: 100 } }],
  operations: {
    "GET /sites/{site_id}": { context: { type: "site", inputs: ["site_id"] } },
    "GET /sites/{site_id}/deploys": { context: { type: "site", inputs: ["site_id"] } },
    "POST /sites/{site_id}/builds": { context: { type: "site", inputs: ["site_id"] } },
    "GET /sites/{site_id}/forms": { context: { type: "site", inputs: ["site_id"] } },
    "GET /sites/{site_id}/submissions": { context: { type: "site", inputs: ["site_id"] } },
    "GET /sites/{site_id}/functions": { context: { type: "site", inputs: ["site_id"] } },
    "GET /sites/{site_id}/files": { context: { type: "site", inputs: ["site_id"] } },
  },
  // Netlify's own build system uses these; the path of the environment variables repeats the base path.
  exclude: [
    "GET /api/v1/sites/{site_id}/env",
    "PUT /sites/{site_id}/plugins/{package}",
    "GET /sites/{site_id}/plugin_runs/latest",
    "POST /deploys/{deploy_id}/plugin_runs",
    "POST /builds/{build_id}/log",
    "POST /builds/{build_id}/start",
  ],
  featured: {
    listSites: {
      name: "List sites",
      description:
        "Lists the sites that the account can see, by name or role, with address, repository and last deploy.",
    },
    getSite: {
      name: "Get a site",
      description:
        "Returns a site by its id or its domain: addresses, build settings, repository and published deploy.",
    },
    createSite: {
      name: "Create a site",
      description: "Creates a site, empty or connected to a repository with its build settings.",
    },
    updateSite: {
      name: "Update a site",
      description:
        "Changes a site's name, domains, build settings or other settings. What is left out stays.",
    },
    listSiteDeploys: {
      name: "List deploys of a site",
      description: "Lists a site's deploys, newest first, with state, branch, commit and addresses.",
    },
    getDeploy: {
      name: "Get a deploy",
      description: "Returns one deploy with its state, error message, branch, commit and addresses.",
    },
    createSiteBuild: {
      name: "Build and deploy a site",
      description:
        "Starts a build of a site from its repository; with `clear_cache` without the build cache.",
    },
    cancelSiteDeploy: {
      name: "Cancel a deploy",
      description: "Stops a deploy that is waiting or building.",
    },
    restoreSiteDeploy: {
      name: "Publish an earlier deploy",
      description: "Makes an earlier deploy the published one again, without a new build.",
    },
    rollbackSiteDeploy: {
      name: "Roll a site back",
      description: "Publishes the deploy before the one that is published now.",
    },
    getEnvVars: {
      name: "List environment variables",
      description:
        "Returns the environment variables of a team, or of a site with `site_id`, by context and scope.",
    },
    createEnvVars: {
      name: "Create environment variables",
      description:
        "Creates environment variables for a team or a site, with a value for each deploy context.",
    },
    setEnvVarValue: {
      name: "Set an environment variable",
      description: "Sets the value of one variable in one deploy context.",
    },
    listSiteForms: {
      name: "List forms of a site",
      description:
        "Returns the forms that Netlify found on a site, with their fields and numbers of submissions.",
    },
    listSiteSubmissions: {
      name: "List form submissions",
      description: "Lists what visitors sent through the forms of a site, newest first.",
    },
    getDnsZones: {
      name: "List DNS zones",
      description: "Returns the domains whose DNS Netlify serves for the account.",
    },
    createDnsRecord: {
      name: "Create a DNS record",
      description: "Adds a record, such as A, CNAME or TXT, to a DNS zone.",
    },
    purgeCache: {
      name: "Purge the CDN cache",
      description: "Removes cached content of a site from Netlify's CDN, all of it or by cache tag.",
    },
    listAccountsForUser: {
      name: "List teams",
      description: "Returns the teams of the connected person, with ids, slugs and plans.",
    },
  },
});
