import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import { notFound } from '../lib/problem.ts'
import { deriveKey, isSigned, type SecretKeys } from '../lib/secrecy/secret-keys.ts'
import { chooseNotifications } from './choices.ts'
import { kinds, type NotificationKind } from './kinds.ts'

/** The mails that one click ends: those of these kinds, to one member of a workspace. */
export interface Unsubscription {
  readonly workspaceId: string
  readonly userId: string
  readonly kinds: readonly NotificationKind[]
}

/** An unsubscription with the names that its page shows. */
export interface UnsubscriptionShown extends Unsubscription {
  readonly email: string
  readonly workspace: string
}

/** The address that ends mails of some kinds without a sign-in. It is signed, so that nobody ends those of others. */
export function unsubscribeUrl(
  { config, secretKeys }: Pick<Context, 'config' | 'secretKeys'>,
  unsubscription: Unsubscription,
): string {
  const text = [unsubscription.workspaceId, unsubscription.userId, ...unsubscription.kinds].join(' ')
  const signature = sign(text, secretKeys.current).toString('base64url')
  return `${config.publicUrl}/unsubscribe/${Buffer.from(text).toString('base64url')}.${signature}`
}

/** Reads the end of such an address. @throws Problem 404 also where the person left the workspace */
export async function readUnsubscription(
  { db, secretKeys }: Pick<Context, 'db' | 'secretKeys'>,
  name: string,
): Promise<UnsubscriptionShown> {
  const found = parse(name, secretKeys)
  if (found === null) throw notFound('link')
  const names = await db.row<{ email: string; workspace: string }>(sql`
    select u.email, w.name as workspace
    from memberships m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${found.workspaceId} and m.user_id = ${found.userId}`)
  if (names === null) throw notFound('link')
  return { ...found, ...names }
}

/** Ends the mails. The person is still notified in the app. A second call changes nothing. @throws Problem 404 */
export async function unsubscribe(
  context: Pick<Context, 'db' | 'secretKeys'>,
  name: string,
): Promise<UnsubscriptionShown> {
  const found = await readUnsubscription(context, name)
  const chosen = Object.fromEntries(found.kinds.map((kind) => [kind, 'app' as const]))
  await context.db.transaction((tx) => chooseNotifications(tx, found, chosen))
  return found
}

function parse(name: string, secretKeys: SecretKeys): Unsubscription | null {
  const [encoded = '', signature = '', ...rest] = name.split('.')
  const text = Buffer.from(encoded, 'base64url').toString('utf8')
  const given = Buffer.from(signature, 'base64url')
  if (rest.length > 0 || !isSigned(secretKeys, given, (key) => sign(text, key))) return null
  const [workspaceId = '', userId = '', ...named] = text.split(' ')
  if (!isId(workspaceId) || !isId(userId)) return null
  return { workspaceId, userId, kinds: kinds.filter((kind) => named.includes(kind)) }
}

function sign(text: string, key: Buffer): Buffer {
  return createHmac('sha256', deriveKey(key, 'unsubscribe')).update(text).digest().subarray(0, 24)
}
