import type { Json } from '../../../lib/json/json.ts'
import { redact } from '../../../lib/log.ts'

const hidden = '[redacted]'

/** Names of members and fields whose values give access, or may. */
const secretName =
  /token|secret|passw|signature|^sig$|authorization|credential|cookie|api_?key|jwt|verifier|assertion|session|nonce|^code$|^key$/i

/** An address with a query, a fragment or a login: each may carry a signature or a key. */
const urlSecrets = /(https?:\/\/)(?:[^\s"'<>/?#@]*@)?([^\s"'<>?#\\]*)(?:[?#][^\s"'<>\\]*)?/gi
/** A long part of a path may be a key, so it is hidden. */
const longSegment = /(?<=\/)[^/\s]{40,}/g
const shortestSecret = 8

/** Hides secrets in texts: the known ones in any spelling, and everything that looks like one or is named like one. */
export interface Redactor {
  /** Hides every text in a value, such as the credentials of an account. */
  learn(value: Json): void
  /** A text that may be JSON or a form. */
  body(text: string): string
  /** Where a request went: without its query, which may hold a key. */
  url(url: string): string
}

export function createRedactor(): Redactor {
  const known = new Set<string>()

  function learn(value: Json): void {
    if (typeof value === 'string') {
      // The origin of a server is no secret.
      if (value.length >= shortestSecret && !/^https?:\/\/[^/?#@]*\/?$/.test(value)) known.add(value)
    } else if (Array.isArray(value)) value.forEach(learn)
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(learn)
  }

  function plain(text: string): string {
    let clean = text
    for (const secret of [...known].sort((a, b) => b.length - a.length))
      for (const spelling of spellingsOf(secret)) clean = clean.replaceAll(spelling, hidden)
    return redact(clean).replace(urlSecrets, (_whole, scheme: string, rest: string) => cleanUrl(scheme, rest))
  }

  function json(value: Json): Json {
    if (typeof value === 'string') return plain(value)
    if (Array.isArray(value)) return value.map(json)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, its]) => [
        plain(name),
        secretName.test(name) && its !== null && its !== '' ? hidden : json(its),
      ]),
    )
  }

  return {
    learn,
    url: (url) => plain(url),
    body: (text) => {
      const parsed = parse(text)
      if (parsed !== undefined) return JSON.stringify(json(parsed))
      return isForm(text) ? form(text, plain) : plain(text)
    },
  }
}

function cleanUrl(scheme: string, rest: string): string {
  return scheme + rest.replace(longSegment, hidden)
}

function spellingsOf(secret: string): Set<string> {
  return new Set([
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replaceAll('=', ''),
    Buffer.from(secret).toString('base64url'),
  ])
}

function parse(text: string): Json | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    // A text that only looks like JSON, or was cut.
    return undefined
  }
}

const formPattern = /^[\w.[\]%+-]+=[^\s&]*(?:&[\w.[\]%+-]+=[^\s&]*)*$/

function isForm(text: string): boolean {
  return text.length < 100_000 && formPattern.test(text)
}

function form(text: string, plain: (text: string) => string): string {
  return [...new URLSearchParams(text)]
    .map(([name, value]) => `${name}=${secretName.test(name) ? hidden : plain(value)}`)
    .join('&')
}
