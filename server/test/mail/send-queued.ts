import { sql } from '../../src/db/database.ts'
import { sendMailTask } from '../../src/mail/send-mail-task.ts'
import type { House } from '../house.ts'

/** Sends every mail of a house that waits, as its worker would. */
export async function sendQueued(house: House): Promise<void> {
  const { signal } = new AbortController()
  const waiting = await house.db.rows<{ id: string }>(sql`
    select id from mails where state = 'waiting' order by created_at, id`)
  for (const { id } of waiting) await sendMailTask.run(house.context, { payload: { id }, signal })
}
