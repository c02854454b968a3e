import type { Context } from '../context.ts'
import type { JobRun } from '../jobs/job.ts'
import type { Outbound } from '../lib/safe-fetch/outbound.ts'
import { sealedIn } from '../secrets/sealed-columns.ts'
import { locales } from '../words/locales.ts'
import type { Letter } from './letter.ts'
import { claimMail, listDueMails, postponeMail, settleMail, sweepMails } from './mail-row.ts'
import { enqueueMail, task } from './queue-mail.ts'
import { sendMail } from './smtp.ts'

/** A mail server that hangs must not take the places of all jobs of a process. */
const mostAtOnce = 4
const busyAgainMs = 1_000

const underWay = new WeakMap<Outbound, Set<string>>()

/**
 * Sends the mail that a job names. It may run twice: the claim lets one of them work. A worker that dies after the server took
 * the mail leaves it to be sent again, under the same Message-ID.
 */
export const sendMailTask = {
  name: task,
  run: async (context: Context, { payload, signal }: Pick<JobRun, 'payload' | 'signal'>): Promise<void> => {
    const { id } = payload
    if (typeof id !== 'string' || context.config.mail === null) return
    // Each job has a context of its own, and the way out in it stays.
    const ours = underWay.get(context.outbound) ?? new Set()
    underWay.set(context.outbound, ours)
    if (ours.size >= mostAtOnce) return enqueueMail(context.db, id, busyAgainMs)
    ours.add(id)
    try {
      const againInMs = await tryMail(context, id, signal)
      if (againInMs !== null) await enqueueMail(context.db, id, againInMs)
    } finally {
      ours.delete(id)
    }
  },
}

/** Takes up mails whose worker died or whose time has come, and lets go of old ones. */
export async function continueMails({ db, config }: Context): Promise<void> {
  await sweepMails(db)
  if (config.mail === null) return
  for (const id of await listDueMails(db)) await enqueueMail(db, id)
}

/** Answers after how long the mail is to be tried again; null for never. */
async function tryMail(context: Context, id: string, signal: AbortSignal): Promise<number | null> {
  const { db, config, sealer, log } = context
  const mail = await claimMail(db, id, 2 * config.timings.mailTryMs)
  if (mail === null || config.mail === null) return null
  // It was sealed by `queueMail` with this very form. Letters of before they had a language are in English.
  const sealed = JSON.parse(sealer.open(mail.letter, sealedIn('mails.letter', id))) as Letter
  const letter = { ...sealed, locale: locales.find((each) => each === sealed.locale) ?? locales[0] }
  const { recipient: to, createdAt: writtenAt, kind, tries } = mail
  const sent = await sendMail(config.mail, { id, to, writtenAt, letter }, signal, {
    tryMs: config.timings.mailTryMs,
  })
  switch (sent.outcome) {
    case 'sent':
      await settleMail(db, mail, 'sent', null)
      return null
    case 'refused':
      log.warn({ mail: id, kind, answer: sent.error }, 'the mail server refused a mail for good')
      await settleMail(db, mail, 'refused', sent.error)
      return null
    case 'failed':
      log.warn({ mail: id, kind, tries, answer: sent.error }, 'a mail could not be sent and is tried again')
      return postponeMail(db, mail, sent.error)
  }
}
