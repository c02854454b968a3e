import type { Config } from '../../config.ts'
import { type Database, sql } from '../../db/database.ts'
import { timedOut, withTimeout } from '../../lib/concurrency/with-timeout.ts'
import { counted } from '../../lib/text/counted.ts'
import { tryServer } from '../../mail/smtp.ts'
import { type Finding, finding, note } from './finding.ts'

const longestTryMs = 15_000

/** Signs in at the mail server without sending anything, and looks for mails that it did not take. */
export async function checkMail(
  db: Database,
  { mail }: Pick<Config, 'mail'>,
  tryMs = longestTryMs,
): Promise<Finding[]> {
  if (mail === null)
    return [
      note(
        'mail',
        'No mail server is set up: invitations are links to pass on, and nobody is notified by mail.',
        'Set SMTP_URL and MAIL_FROM. Without them, a person who forgot their password gets a link from: npm run crier -- people reset-password EMAIL',
      ),
    ]
  const place = `${mail.host} port ${mail.port}`
  const tried = await withTimeout(tryMs, tryServer(mail, { tryMs }))
  const trouble = tried === timedOut ? `it did not answer within ${tryMs / 1_000} s` : tried
  return [
    finding(
      'mail',
      trouble === null,
      trouble === null
        ? `The mail server ${place} lets Crier in.`
        : `The mail server ${place} cannot be used: ${trouble}`,
      'Check SMTP_URL: the host, the port, smtps or smtp, the user and the password. Mails wait and are tried again.',
    ),
    await findRefused(db),
  ]
}

async function findRefused(db: Database): Promise<Finding> {
  const row = await db.row<{ lost: number; waiting: number; error: string | null }>(sql`
    select count(*) filter (where state in ('refused', 'expired') and settled_at > clock_timestamp() - interval '7 days')::int
        as lost,
      count(*) filter (where state = 'waiting' and tries > 0)::int as waiting,
      (select error from mails where error is not null order by coalesce(settled_at, next_try_at) desc limit 1) as error
    from mails`)
  const { lost, waiting, error } = row ?? { lost: 0, waiting: 0, error: null }
  const reason = error === null ? '' : ` The last error: ${error}`
  if (lost > 0)
    return note(
      'mails',
      `${counted(lost, 'mail was', 'mails were')} given up in the last seven days.${reason}`,
      'Check that the mail server may send for MAIL_FROM, and that the addresses exist.',
    )
  if (waiting > 0)
    return note(
      'mails',
      `${counted(waiting, 'mail waits', 'mails wait')} for another try.${reason}`,
      'They are sent as soon as the mail server takes them.',
    )
  return finding('mails', true, 'Every mail was taken by the mail server.', '')
}
