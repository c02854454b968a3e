import { type Logger, pino } from 'pino'
import { decodePercent } from './text/decode-percent.ts'

export type { Logger } from 'pino'

/** Patterns of secrets: our keys, bearer tokens, webhook secrets, JWTs, long hex. */
const secretPatterns = [
  /crier_(live|test)_[0-9A-Za-z]+/g,
  /Bearer\s+[^\s"']+/gi,
  /whsec_[0-9A-Za-z+/=_-]+/g,
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b[0-9a-f]{40,}\b/gi,
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

/** Creates a JSON-lines logger on stderr, so that stdout is free for the output of commands. */
export function createLog(level: string): Logger {
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
    openLines(),
  )
}

// The log is written in larger pieces, and at least this often. The rest is written when the process ends.
function openLines(): { write(line: string): void } {
  const lines = pino.destination({
    dest: 2,
    sync: false,
    minLength: 15_000,
    periodicFlush: 100,
    contentMode: 'buffer',
  })
  // sonic-boom measures the whole buffer again with every string it is given. A Buffer avoids that; its types name only string.
  return { write: (line) => void lines.write(Buffer.from(line) as unknown as string) }
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
