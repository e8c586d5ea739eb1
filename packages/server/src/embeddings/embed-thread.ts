import { type Embed, loadModel } from "@bowline/catalog/embeddings";
import { serveJobs } from "../threads/serve-jobs.ts";

/** A text to embed with the model of a folder. */
export interface EmbedJob {
  folder: string;
  text: string;
}

let model: { folder: string; embed: Embed } | undefined;

serveJobs<EmbedJob, Int8Array>(({ folder, text }) => {
  if (model?.folder !== folder) {
    model = { folder, embed: loadModel(folder) };
  }
  return model.embed(text);
});
