import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { MissingBytes } from '../../storage/storage.ts'
import { type MediaFacts, noFacts, Refused } from '../probe/probed.ts'
import { storeFacts } from '../stored-facts.ts'

/** Files that one run reads, one after the other, so that uploads wait for none of them. */
const batch = 20

interface OldFile {
  workspace_id: string
  id: string
  mime_type: string
  storage_key: string
}

/**
 * Reads the facts of videos that were uploaded before facts were stored, and the pages of documents from before these were
 * counted. The worker calls it each minute, and each file is stored for itself, so that a run that ends in the middle is continued by the next one. Answers how many it read.
 * @throws Problem 503, StorageUnavailable; the rest is read later
 */
export async function readOldFacts(context: Context, signal: AbortSignal): Promise<number> {
  const files = await context.db.rows<OldFile>(sql`
    (select workspace_id, id, mime_type, storage_key from media
      where state = 'ready' and kind = 'video' and facts is null and storage_key is not null
      order by id limit ${batch})
    union all
    (select workspace_id, id, mime_type, storage_key from media
      where state = 'ready' and kind = 'document' and ${isUncounted} and storage_key is not null
      order by id limit ${batch})
    limit ${batch}`)
  let read = 0
  for (const file of files) {
    if (signal.aborted) break
    await storeOldFacts(context, file, await factsOf(context, file))
    read += 1
  }
  return read
}

/** A document whose pages cannot be counted has null for them, and is not read again. */
const isUncounted = sql`(facts is null or not facts ? 'pages')`

/** A file that is gone or that the reader refuses today has no facts, and is not read again. */
async function factsOf(
  { storage, mediaReader }: Context,
  { workspace_id, mime_type, storage_key }: OldFile,
): Promise<MediaFacts> {
  try {
    const probed = await storage.withFile(storage_key, (path) =>
      mediaReader.probe(workspace_id, path, mime_type),
    )
    return probed.facts
  } catch (error) {
    if (error instanceof Refused || error instanceof MissingBytes) return noFacts
    throw error
  }
}

function storeOldFacts({ db }: Context, file: OldFile, facts: MediaFacts): Promise<number> {
  return db.run(sql`
    update media set facts = ${JSON.stringify(storeFacts(facts))}::jsonb
    where workspace_id = ${file.workspace_id} and id = ${file.id} and ${isUncounted}`)
}
