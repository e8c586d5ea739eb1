// An entry of its own, so that only a server with hybrid search loads it.
export { describeTool } from "./describe-tool.ts";
export { type Embed, loadModel } from "./load-model.ts";
export { isModelInstalled } from "./model-folder.ts";
export { modelName } from "./model-packages.ts";
