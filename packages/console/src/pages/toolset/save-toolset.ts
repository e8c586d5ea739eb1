import { ConflictError, type Toolset, type UpdateToolset } from "@bowline/sdk";
import { bowline } from "../../api/bowline.ts";
import { type Edited, listConflicts, takeOver } from "../../parts/edited.ts";

interface Saving<Form> extends Edited<Form> {
  toolsetId: string;
  read(toolset: Toolset): Form;
  /** Writes the request that makes `current` what is filled in. */
  write(draft: Form, current: Form): UpdateToolset;
}

/** Others rarely save again and again within the same moment. */
const attempts = 5;

/**
 * Saves what is filled in, together with what somebody else saved in other parts meanwhile. Nothing is saved when the same part was
 * saved with another value.
 *
 * @returns the toolset as it is saved now
 */
export async function saveToolset<Form extends object>(
  { toolsetId, draft, base, read, write }: Saving<Form>,
  attempt = 1,
): Promise<{ toolset: Toolset; isSaved: boolean }> {
  const toolset = await bowline.toolsets.get(toolsetId);
  const current = read(toolset);
  const merged = takeOver({ draft, base }, current);
  if (listConflicts(merged, current).length > 0) {
    return { toolset, isSaved: false };
  }
  // Between this page's reading and writing somebody may save, too.
  const ifMatch = `"${toolset.updatedDate ?? toolset.createdDate}"`;
  try {
    const updated = await bowline.toolsets.update(toolsetId, write(merged.draft, current), { ifMatch });
    return { toolset: updated, isSaved: true };
  } catch (error) {
    if (!(error instanceof ConflictError) || attempt === attempts) {
      throw error;
    }
    return saveToolset({ toolsetId, draft, base, read, write }, attempt + 1);
  }
}
