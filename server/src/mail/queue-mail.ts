import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { newId } from '../lib/id.ts'
import { sealedIn } from '../secrets/sealed-columns.ts'
import type { Letter } from './letter.ts'

export const task = 'send-mail'

export interface NewMail {
  /** The occasion, such as `password_reset`. */
  readonly kind: string
  readonly to: string
  readonly letter: Letter
  /** How long a mail may wait for the server before its content is out of date. */
  readonly livesMinutes: number
}

/**
 * Queues a mail in the caller's transaction: it is sent if that commits, and never if it does not. Answers whether it was
 * queued; without a mail server nothing is.
 */
export async function queueMail(
  tx: Queryable,
  { config, sealer }: Pick<Context, 'config' | 'sealer'>,
  { kind, to, letter, livesMinutes }: NewMail,
): Promise<boolean> {
  if (config.mail === null) return false
  const id = newId()
  const sealed = sealer.seal(JSON.stringify(letter), sealedIn('mails.letter', id))
  await tx.run(sql`
    insert into mails (id, kind, recipient, letter, expires_at)
    values (${id}, ${kind}, ${to}, ${sealed}, clock_timestamp() + ${livesMinutes} * interval '1 minute')`)
  await enqueueMail(tx, id)
  return true
}

/** Has a mail sent by whichever process works. Its row says whether it still waits. */
export async function enqueueMail(db: Queryable, id: string, inMs = 0): Promise<void> {
  await enqueue(db, { task, key: `mail ${id}`, payload: { id }, inMs, mostTries: 5 })
}
