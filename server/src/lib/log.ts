import { type Logger, pino } from 'pino'
import { type Output, openOutput } from './process/output.ts'
import { decodePercent } from './text/decode-percent.ts'

export type { Logger } from 'pino'

/**
 * Patterns of secrets: our keys, what we give to programs and calendars, bearer tokens, names with their passwords (RFC 7617), webhook secrets, JWTs, long
 * hex, tokens of bots, which stand in addresses, have three parts or begin with `xox`, addresses of webhooks that end with their token, keys of
 * Stripe, and keys that begin with `nsec`.
 */
const secretPatterns = [
  /crier_(live|test)_[0-9A-Za-z]+/g,
  /crier_(code|access|refresh|calendar|review)_[\w-]+/g,
  /Bearer\s+[^\s"']+/gi,
  // A word after it, as in “Basic authentication”, is no secret.
  /Basic\s+(?![A-Za-z][a-z]*(?![0-9A-Za-z+/=]))[0-9A-Za-z+/]{12,}={0,2}/g,
  /whsec_[0-9A-Za-z+/=_-]+/g,
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b[0-9a-f]{40,}\b/gi,
  /(?<!\d)\d{6,12}:[\w-]{30,}/g,
  /(?<![\w.-])[\w-]{18,40}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /(?<=\/webhooks\/\d{1,20}\/)[\w-]{30,}/g,
  /\bxox[a-z](?:\.xox[a-z])?-[\w-]{10,}/g,
  /\b[rs]k_(?:live|test)_\w{10,}/g,
  /\bnsec1[a-z0-9]{40,}/gi,
]

/** Removes secrets from a text before it is logged or stored. */
export function redact(text: string): string {
  return secretPatterns.reduce((clean, pattern) => clean.replace(pattern, '[redacted]'), text)
}

/** Removes secrets from a part of a URL, also where they are percent-encoded, once or several times. */
export function redactUrl(text: string): string {
  const plain = decodePercent(text)
  const clean = redact(plain)
  return clean === plain ? text : clean
}

/** A place that takes a line of the log at a time. */
export interface LogLines {
  write(line: string): void
}

/** Creates a JSON-lines logger, on stderr by default, so that stdout is free for the output of commands. */
export function createLog(level: string, to: LogLines = openLines()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'authorization',
          '*.authorization',
          'headers.cookie',
          'password',
          '*.password',
          'credentials',
        ],
        censor: '[redacted]',
      },
      serializers: { err: (error: unknown) => serializeError(error) },
    },
    to,
  )
}

let lines: Output | null = null

// All logs of a process share one output, and so its limit.
function openLines(): Output {
  lines ??= openOutput(2, { describeDropped })
  return lines
}

/** One line of the log about lines that found no room, as an unread pipe or a full disk takes none. */
function describeDropped(count: number): string {
  const line = { level: 40, time: new Date().toISOString(), lines: count, msg: 'log lines were dropped' }
  return `${JSON.stringify(line)}\n`
}

const seldomMs = 60_000

/** Logs an error that comes with every request at most once a minute. */
export function logOncePerMinute(log: (error: unknown) => void): (error: unknown) => void {
  let nextAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = performance.now()
    if (now < nextAt) return
    nextAt = now + seldomMs
    log(error)
  }
}

function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redact(String(error)) }
  const code = (error as { code?: unknown }).code
  return {
    type: error.name,
    message: redact(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    stack: redact(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}
