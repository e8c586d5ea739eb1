import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "elasticsearch",
  name: "Elasticsearch",
  description:
    "Search and change documents, and manage indices, mappings, pipelines and the cluster of Elasticsearch.",
  categories: ["databases", "search"],
  websiteUrl: "https://www.elastic.co/elasticsearch",
  documentationUrl: "https://www.elastic.co/docs/api/doc/elasticsearch/",
  icon: { simpleIcons: "elasticsearch" },
  // The file is Elastic's own specification: https://github.com/elastic/elasticsearch-specification (Apache-2.0).
  document: {
    format: "elasticsearch",
    package: "@elastic/request-converter",
    version: "9.5.0",
    integrity:
      "sha512-PEcvvCtE/pthy+WWQ4AELymWMOLHTm7yjANDMozcmIY8NT9vTlJmeEGL/0fD3lQ1lCkriPrZwallasDRj3vX+w==",
    license: "Apache-2.0",
    files: ["dist/schema.json"],
  },
  servers: [
    {
      name: "production",
      url: "{baseUrl}",
      variables: {
        baseUrl: {
          description: "The cluster's address, such as https://my-cluster.es.eu-west-1.aws.elastic.cloud.",
        },
      },
    },
  ],
  authentications: {
    key: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      prefix: "ApiKey ",
      title: "API key",
      description: "Create it in Kibana under Stack Management, API keys, and copy it in the format Encoded.",
      documentationUrl: "https://www.elastic.co/docs/deploy-manage/api-keys/elasticsearch-api-keys",
      fields: { apiKey: { label: "API key (encoded)" }, baseUrl: { label: "Address of the cluster" } },
    },
    basic: {
      type: "http",
      scheme: "basic",
      title: "User and password",
      documentationUrl:
        "https://www.elastic.co/docs/deploy-manage/users-roles/cluster-or-deployment-auth/native",
      fields: { baseUrl: { label: "Address of the cluster" } },
    },
  },
  // https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-security-authenticate
  test: { operation: "security_authenticate", labelPath: "/username" },
  // https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-cat-indices
  objects: [{ kind: "index", operation: "cat_indices_all", namePath: "/index" }],
  readOnly: [
    "search",
    "search_all",
    "search_mvt",
    "search_template*",
    "search_application_search",
    "search_application_render_query",
    "count",
    "count_all",
    "msearch*",
    "mget*",
    "explain",
    "field_caps*",
    "eql_search",
    "esql_query",
    "sql_query",
    "sql_translate",
    "terms_enum",
    "termvectors*",
    "mtermvectors*",
    "rank_eval*",
    "graph_explore",
    "indices_analyze*",
    "indices_validate_query*",
    "security_has_privileges*",
    "security_query_*",
    "render_search_template*",
    "ingest_simulate*",
    "simulate_ingest*",
    "text_structure_*",
    "fleet_search",
    "fleet_msearch*",
  ],
  operations: {
    search: { context: { type: "index", inputs: ["index"] } },
    count: { context: { type: "index", inputs: ["index"] } },
    index: { context: { type: "index", inputs: ["index"] } },
    index_without_id: { context: { type: "index", inputs: ["index"] } },
    get: { context: { type: "index", inputs: ["index"] } },
    update: { context: { type: "index", inputs: ["index"] } },
    delete: { context: { type: "index", inputs: ["index"] } },
    indices_get_mapping: { context: { type: "index", inputs: ["index"] } },
    indices_put_mapping: { context: { type: "index", inputs: ["index"] } },
    delete_by_query: { hints: { destructive: true } },
    update_by_query: { hints: { destructive: true } },
  },
  featured: {
    search: {
      name: "Search an index",
      description:
        'Finds documents of one or more indices. `query` takes the query language, such as `{"match": {"title": "words"}}`; `size`, `from` and `sort` shape the hits; `aggs` sums up.',
    },
    esql_query: {
      name: "Run an ES|QL query",
      description:
        "Runs a query such as `FROM logs-* | WHERE status >= 500 | STATS count(*) BY host` and returns its table.",
    },
    count: { name: "Count documents", description: "Returns how many documents of an index match a query." },
    get: { name: "Get a document", description: "Returns one document of an index by its id." },
    index: {
      name: "Write a document",
      description: "Writes a document with an id into an index, and replaces the one that has this id.",
    },
    index_without_id: {
      name: "Add a document",
      description:
        "Writes a new document into an index or a data stream and returns the id that it was given.",
    },
    update: {
      name: "Update a document",
      description: "Changes members of a document with `doc`, or runs a `script` on it.",
    },
    delete: { name: "Delete a document", description: "Deletes one document of an index by its id." },
    bulk_all: {
      name: "Write many documents",
      description:
        "Runs many index, create, update and delete actions at once. The body has a line for each action and document.",
    },
    delete_by_query: {
      name: "Delete documents by query",
      description: "Deletes all documents of an index that match a query.",
    },
    update_by_query: {
      name: "Update documents by query",
      description: "Runs a script on all documents of an index that match a query.",
    },
    reindex: {
      name: "Copy an index",
      description: "Copies documents from one index to another, changed by a script if wanted.",
    },
    cat_indices_all: {
      name: "List indices",
      description: "Lists all indices with health, number of documents and size.",
    },
    indices_get_mapping: {
      name: "Get the fields of an index",
      description: "Returns the mapping of an index: its fields and their types.",
    },
    indices_create: {
      name: "Create an index",
      description: "Creates an index with mappings, settings and aliases.",
    },
    indices_put_mapping: {
      name: "Add fields to an index",
      description: "Adds fields to the mapping of an index.",
    },
    indices_delete: {
      name: "Delete an index",
      description: "Deletes one or more indices with all their documents. It cannot be undone.",
    },
    cluster_health_all: {
      name: "Get the cluster's health",
      description: "Returns the health of the cluster and the state of its shards.",
    },
    ingest_put_pipeline: {
      name: "Create an ingest pipeline",
      description: "Creates or replaces a pipeline of processors for documents that are written.",
    },
    sql_query: {
      name: "Run a SQL query",
      description: "Runs a SQL SELECT over indices and returns its rows.",
    },
  },
});
