import { isEmailAddress } from '../addresses/email-address.ts'
import { cleanLine } from '../text/clean-text.ts'

/** The server that takes our mail, and the address it comes from. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, or by STARTTLS. */
  readonly security: 'tls' | 'starttls'
  /**
   * Whether the server is on this machine, where no network can be listened to: STARTTLS is then used only if the server
   * offers it, and its certificate is not checked.
   */
  readonly isLoopback: boolean
  /** Null: the server asks for none. */
  readonly login: { readonly user: string; readonly password: string } | null
  readonly from: { readonly name: string; readonly address: string }
}

/** The ports at which mail is handed in: RFC 8314 for `smtps`, RFC 6409 for `smtp`. */
const usualPorts = { 'smtps:': 465, 'smtp:': 587 } as const

/**
 * Reads SMTP_URL and MAIL_FROM; null where neither is set. Faults are added to `wrong`, without repeating
 * the URL, which may hold a password.
 */
export function readMailSettings(smtpUrl: string, mailFrom: string, wrong: string[]): MailSettings | null {
  if (smtpUrl === '' && mailFrom === '') return null
  if (smtpUrl === '') wrong.push('MAIL_FROM is set, so SMTP_URL must be set too.')
  if (mailFrom === '') wrong.push('SMTP_URL is set, so MAIL_FROM must be set too.')
  const server = smtpUrl === '' ? null : parseSmtpUrl(smtpUrl)
  const from = mailFrom === '' ? null : parseSender(mailFrom)
  if (smtpUrl !== '' && server === null)
    wrong.push(
      'SMTP_URL must look like smtps://user:password@mail.example.org:465, or smtp://… for STARTTLS. In the password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.',
    )
  if (mailFrom !== '' && from === null)
    wrong.push(
      `MAIL_FROM is "${mailFrom}"; it must be an address such as crier@example.org, or Crier <crier@example.org>.`,
    )
  return server && from && { ...server, from }
}

function parseSmtpUrl(text: string): Omit<MailSettings, 'from'> | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return null
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '' || url.hostname === '') return null
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === null || password === null || (user === '') !== (password === '')) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: url.port === '' ? usualPorts[url.protocol] : Number(url.port),
    security: url.protocol === 'smtps:' ? 'tls' : 'starttls',
    isLoopback: isLoopbackName(host),
    login: user === '' ? null : { user, password },
  }
}

/** Null for a text that is no percent-encoding, or hides a control character. */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text)
    return /\p{Cc}/u.test(plain) ? null : plain
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

function parseSender(text: string): MailSettings['from'] | null {
  const at = text.endsWith('>') ? text.lastIndexOf('<') : -1
  const address = at === -1 ? text : text.slice(at + 1, -1)
  const name = at === -1 ? 'Crier' : text.slice(0, at).trim().replace(/^"|"$/g, '')
  const isName = name.length <= 100 && !/[<>"]/.test(name) && cleanLine(name) === name
  return isName && isEmailAddress(address) ? { name, address } : null
}
