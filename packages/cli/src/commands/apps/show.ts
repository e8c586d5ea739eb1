import type { Session } from "../../session.ts";
import { describeMethod } from "../connect/describe-method.ts";

export async function showApp({ bowline, output, wait }: Session, slug: string): Promise<void> {
  const application = await wait("Reading the catalog", () => bowline().applications.get(slug));
  output.printRecord(application, {
    slug: (one) => one.slug,
    name: ({ name }) => name,
    description: ({ description }) => description,
    tools: ({ toolCount }) => toolCount,
    source: ({ source }) => source,
    categories: ({ categories }) => categories,
    website: ({ websiteUrl }) => websiteUrl,
    methods: ({ authentications }) => authentications.map(describeMethod),
  });
}
