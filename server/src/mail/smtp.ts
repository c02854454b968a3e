import { createTransport } from 'nodemailer'
import { redact } from '../lib/log.ts'
import type { MailSettings } from '../lib/settings/mail-settings.ts'
import { cleanLine, cleanText } from '../lib/text/clean-text.ts'
import { type Letter, writePage, writeText } from './letter.ts'

/** A letter on its way to one person. */
export interface OutgoingMail {
  /** Makes its Message-ID, which is the same with each try. */
  readonly id: string
  readonly to: string
  readonly writtenAt: Date
  readonly letter: Letter
}

/** `refused` is the server’s word for good; `failed` may succeed later. */
export type MailOutcome = { readonly outcome: 'sent' } | Unsent
interface Unsent {
  readonly outcome: 'refused' | 'failed'
  /** The reason, in the words of the server or of this machine. It contains no secret. */
  readonly error: string
}

interface SmtpLimits {
  /** How long everything together may take. */
  readonly tryMs: number
  /** Authorities whose certificates count besides those that Node knows; for tests. */
  readonly ca?: string
}

/** Hands a mail to the operator’s server, over a connection of its own. It never throws for what a server does. */
export async function sendMail(
  settings: MailSettings,
  { id, to, writtenAt, letter }: OutgoingMail,
  signal: AbortSignal,
  limits: SmtpLimits,
): Promise<MailOutcome> {
  const { from } = settings
  try {
    await openTransport(settings, limits).sendMail({
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
      date: writtenAt,
      subject: cleanText(letter.subject, longestSubject),
      text: writeText(letter),
      html: writePage(letter),
      headers: headersOf(letter),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.tryMs)]),
    })
    return { outcome: 'sent' }
  } catch (error) {
    return asUnsent(error)
  }
}

/** Connects, agrees on TLS and signs in, without sending anything. Null when all went well, otherwise the reason. */
export async function tryServer(settings: MailSettings, limits: SmtpLimits): Promise<string | null> {
  try {
    await openTransport(settings, limits).verify()
    return null
  } catch (error) {
    return asUnsent(error).error
  }
}

const longestSubject = 200

function openTransport({ host, port, security, isLoopback, login }: MailSettings, limits: SmtpLimits) {
  const stepMs = Math.min(20_000, limits.tryMs)
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls' && !isLoopback,
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: !isLoopback,
      ...(limits.ca === undefined ? {} : { ca: limits.ca }),
    },
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    socketCloseTimeout: 0,
    // Nothing in a letter is ever read as a path or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Auto-Submitted keeps other programs from answering (RFC 3834). The last two let one click end mails (RFC 8058). */
function headersOf({ locale, unsubscribeUrl }: Letter): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'Content-Language': locale,
    ...(unsubscribeUrl === null
      ? {}
      : {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  }
}

/** Commands of which a 5xx is about this mail. One to another command is about the settings, which the operator may mend. */
const aboutThisMail = ['RCPT TO', 'DATA']

function asUnsent(error: unknown): Unsent {
  if (!(error instanceof Error)) throw error
  const { responseCode, command, message } = error as Error & { responseCode?: number; command?: string }
  const isForGood = responseCode !== undefined && responseCode >= 500 && aboutThisMail.includes(command ?? '')
  return {
    outcome: isForGood ? 'refused' : 'failed',
    error: cleanText(redact(cleanLine(message)), 300) || 'The mail server failed.',
  }
}
