import { defineBuiltIn } from "../../src/built-in/define-built-in.ts";

export const application = defineBuiltIn({
  slug: "blockfrost",
  name: "Blockfrost",
  description:
    "Read blocks, transactions, addresses, assets and stake pools of the Cardano blockchain through Blockfrost.",
  categories: ["blockchain"],
  websiteUrl: "https://blockfrost.io",
  documentationUrl: "https://docs.blockfrost.io/",
  icon: "monogram",
  document: {
    package: "@blockfrost/openapi",
    version: "0.1.93",
    integrity:
      "sha512-gC0NOZk+9MSa5aK846gbcU12VqbZwzVpZmgO6314e9ExJo9g3QsMmniplewOhI5fJQVHR0A7lgCVqk/pbK1iKA==",
    license: "MIT",
    files: ["openapi.yaml"],
  },
  servers: [
    { name: "mainnet", url: "https://cardano-mainnet.blockfrost.io/api/v0" },
    { name: "preprod", url: "https://cardano-preprod.blockfrost.io/api/v0" },
    { name: "preview", url: "https://cardano-preview.blockfrost.io/api/v0" },
  ],
  authentications: {
    project: {
      type: "apiKey",
      in: "header",
      name: "project_id",
      title: "Project id",
      description: "Create a project at https://blockfrost.io/dashboard for the network that you choose.",
      documentationUrl: "https://docs.blockfrost.io/#section/Authentication",
      fields: { apiKey: { label: "Project id" } },
    },
  },
  test: { operation: "GET /metrics" },
  // https://docs.blockfrost.io/#section/Concepts
  paging: [
    {
      paging: { kind: "pageNumber", parameter: "page", firstPage: 1, sizeParameter: "count", maxSize: 100 },
      resultsPath: "",
    },
  ],
  readOnly: ["POST /utils/txs/evaluate", "POST /utils/txs/evaluate/utxos"],
  // These belong to Blockfrost's separate IPFS service, which has another address and other keys.
  exclude: ["* /ipfs/*"],
  featured: {
    "GET /network": {
      name: "Get network figures",
      description: "Returns the supply of ada and the stake that is active.",
    },
    "GET /blocks/latest": {
      name: "Get the latest block",
      description: "Returns the newest block with its height, slot and epoch.",
    },
    "GET /blocks/{hash_or_number}": {
      name: "Get a block",
      description: "Returns one block by its hash or number.",
    },
    "GET /blocks/{hash_or_number}/txs": {
      name: "List transactions of a block",
      description: "Returns the hashes of the transactions in a block.",
    },
    "GET /txs/{hash}": {
      name: "Get a transaction",
      description: "Returns a transaction with its fees, size and outputs.",
    },
    "GET /txs/{hash}/utxos": {
      name: "Get inputs and outputs",
      description: "Returns the inputs and outputs of a transaction with their addresses and amounts.",
    },
    "GET /txs/{hash}/metadata": {
      name: "Get a transaction's metadata",
      description: "Returns the metadata that a transaction carries.",
    },
    "GET /addresses/{address}": {
      name: "Get an address",
      description: "Returns the balance of an address and its stake address.",
    },
    "GET /addresses/{address}/utxos": {
      name: "List unspent outputs",
      description: "Lists what an address can spend.",
    },
    "GET /addresses/{address}/transactions": {
      name: "List transactions of an address",
      description: "Lists transactions of an address, oldest or newest first.",
    },
    "GET /accounts/{stake_address}": {
      name: "Get an account",
      description: "Returns the balance, rewards and pool of a stake address.",
    },
    "GET /accounts/{stake_address}/rewards": {
      name: "List rewards",
      description: "Lists the staking rewards of an account by epoch.",
    },
    "GET /assets/{asset}": {
      name: "Get an asset",
      description: "Returns a native asset with its quantity and metadata.",
    },
    "GET /assets/policy/{policy_id}": {
      name: "List assets of a policy",
      description: "Lists the assets that were minted under a policy.",
    },
    "GET /pools/{pool_id}": {
      name: "Get a stake pool",
      description: "Returns a stake pool with its stake, costs and blocks.",
    },
    "GET /epochs/latest": {
      name: "Get the current epoch",
      description: "Returns the epoch under way with its figures.",
    },
    "GET /epochs/{number}/parameters": {
      name: "Get protocol parameters",
      description: "Returns the protocol's parameters in an epoch, such as fees.",
    },
    "POST /tx/submit": {
      name: "Submit a transaction",
      description: "Sends a signed transaction, in CBOR, to the network.",
    },
    "GET /metrics": {
      name: "Get my usage",
      description: "Returns how many requests the project has made by day.",
    },
  },
});
