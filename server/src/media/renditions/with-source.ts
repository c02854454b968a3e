import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { MissingBytes } from '../../storage/storage.ts'
import type { Source } from '../convert/conversion.ts'
import { Unconvertible } from '../convert/conversion-errors.ts'
import type { RenditionClaim } from './rendition-rows.ts'

/**
 * Works on the file of one of the media that use a rendition. All are of the same content, so one whose bytes are gone, such
 * as by a deletion in this moment, is passed over.
 * @throws Unconvertible when the last of these media was deleted, MissingBytes when none has its bytes
 */
export async function withSource<Result>(
  context: Pick<Context, 'db' | 'storage'>,
  claim: Pick<RenditionClaim, 'workspaceId' | 'id'>,
  work: (source: Source) => Promise<Result>,
): Promise<Result> {
  const gone: string[] = []
  let missing: MissingBytes | null = null
  for (;;) {
    const file = await findFile(context, claim, gone)
    if (!file) throw missing ?? new Unconvertible('The medium was deleted.')
    try {
      return await context.storage.withFile(file.key, (path) =>
        work({ path, mimeType: file.mime_type, name: file.name }),
      )
    } catch (error) {
      if (!(error instanceof MissingBytes)) throw error
      missing = error
      gone.push(file.key)
    }
  }
}

interface MediumFile {
  key: string
  mime_type: string
  name: string
}

function findFile(
  { db }: Pick<Context, 'db'>,
  { workspaceId, id }: Pick<RenditionClaim, 'workspaceId' | 'id'>,
  gone: readonly string[],
): Promise<MediumFile | null> {
  const key = sql`coalesce(m.cleaned_key, m.storage_key)`
  return db.row<MediumFile>(sql`
    select ${key} as key, m.mime_type, m.name
    from media_rendition_uses u join media m on m.workspace_id = u.workspace_id and m.id = u.medium_id
    where u.workspace_id = ${workspaceId} and u.rendition_id = ${id} and m.state = 'ready' and not ${key} = any(${gone})
    order by u.medium_id limit 1`)
}
