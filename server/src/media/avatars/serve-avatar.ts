import { avatarNameIn } from '../../accounts/avatar-url.ts'
import type { Context, RemoteCaller } from '../../context.ts'
import { type Sql, sql } from '../../db/database.ts'
import { isId } from '../../lib/id.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { answerPicture, noFile, type ServedPicture } from '../public-answer.ts'
import { type AvatarRow, avatarColumns, currentAvatar } from './current-avatar.ts'

/**
 * The picture of an account behind its public address.
 * @throws Problem 404; 503 when there is no time to fetch it
 */
export async function serveAvatar(
  context: Context,
  { file, ifNoneMatch }: { file: string; ifNoneMatch: string | null },
): Promise<ServedPicture> {
  const name = avatarNameIn(file)
  const found = name === null ? null : await findAccount(context, sql`a.avatar_name = ${name}`)
  if (!found || !hasAvatar(found)) throw noFile()
  return answerAvatar(await currentAvatar(context, found), ifNoneMatch, 'public')
}

/**
 * The picture of one of the caller's accounts.
 * @throws Problem 404 for no such account, and `no_avatar`; 503 when there is no time to fetch it
 */
export async function getAvatar(
  context: Context,
  { workspaceId, mode }: Pick<RemoteCaller, 'workspaceId' | 'mode'>,
  { accountId, ifNoneMatch }: { accountId: string; ifNoneMatch: string | null },
): Promise<ServedPicture> {
  const place = sql`a.workspace_id = ${workspaceId} and a.mode = ${mode}`
  const found = isId(accountId) ? await findAccount(context, sql`${place} and a.id = ${accountId}`) : null
  if (!found) throw notFound('social account')
  return answerAvatar(hasAvatar(found) ? await currentAvatar(context, found) : null, ifNoneMatch, 'private')
}

type FoundAccount = Omit<AvatarRow, 'avatar_url'> & { readonly avatar_url: string | null }

function findAccount({ db }: Context, which: Sql): Promise<FoundAccount | null> {
  return db.row<FoundAccount>(sql`
    select ${avatarColumns} from social_accounts a
    left join avatars v on v.workspace_id = a.workspace_id and v.account_id = a.id
    where ${which} and a.disconnected_at is null`)
}

function hasAvatar(account: FoundAccount): account is AvatarRow {
  return account.avatar_url !== null
}

/**
 * Answers the picture of a profile.
 * @throws Problem 404 `no_avatar` for null
 */
export function answerAvatar(
  picture: Buffer | null,
  ifNoneMatch: string | null,
  cache: 'public' | 'private',
): ServedPicture {
  if (picture === null) {
    const detail = 'The network has no picture of this profile, or none that can be shown.'
    throw new Problem(404, 'no_avatar', detail)
  }
  return answerPicture(picture, ifNoneMatch, cache)
}
