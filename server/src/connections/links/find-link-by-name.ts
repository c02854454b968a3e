import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { type LinkRow, selectLink } from './connect-link.ts'
import { isSecretOf, readLinkName } from './link-address.ts'

/** Finds the link whose page a person opened, by the last part of its address. @throws Problem 404 */
export async function findLinkByName(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  name: string,
): Promise<LinkRow> {
  const named = readLinkName(name)
  const row = named && (await selectLink(db, sql`id = ${named.id}`))
  if (!row || !isSecretOf(sealer, row, named.secret)) throw linkGone()
  return row
}

export function linkGone(): Problem {
  return new Problem(
    404,
    'not_found',
    'There is no such link, or it was withdrawn. Ask for a new one where you got it from.',
  )
}
