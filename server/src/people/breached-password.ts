import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { abortAfter } from '../lib/concurrency/with-timeout.ts'
import { type Outbound, OutboundError } from '../lib/safe-fetch/outbound.ts'

/** The parts with which a new password is looked up among those of known breaches. */
export type BreachCheck = Pick<Context, 'outbound' | 'log'> & {
  readonly config: Pick<Context['config'], 'passwordBreachCheck'>
}

/**
 * Whether a password is known from a breach, where the operator lets that be looked up. The service gets the first five of the
 * forty digits of its SHA-1. If the service does not answer within a second, the password counts as unknown.
 */
export async function isBreachedPassword(
  { config, outbound, log }: BreachCheck,
  password: string,
): Promise<boolean> {
  const service = config.passwordBreachCheck
  if (service === null) return false
  const digits = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const counts = await askForRange(outbound, service, digits.slice(0, sentDigits))
    return (counts.get(digits.slice(sentDigits)) ?? 0) > 0
  } catch (error) {
    log.warn({ err: error }, 'a new password could not be looked up among those of known breaches')
    return false
  }
}

const sentDigits = 5
const longestMs = 1_000
// A padded answer has about a thousand lines of 40 characters.
const mostBytes = 512 * 1024

/**
 * How often each password of a range was seen, by the rest of its SHA-1. The service adds invented ones, seen 0 times, so that
 * the length of its answer tells nobody which range was asked for.
 * @throws OutboundError, also for an answer that is none of the service
 */
export async function askForRange(
  outbound: Outbound,
  service: string,
  beginning: string,
): Promise<ReadonlyMap<string, number>> {
  const url = `${service}/${beginning}`
  const headers = { 'add-padding': 'true' }
  const { status, text } = await abortAfter(longestMs, null, (signal) =>
    outbound.fetch(
      { method: 'GET', url, headers, body: null },
      { signal, timeoutMs: longestMs, maxBytes: mostBytes },
    ),
  )
  if (status !== 200) throw new OutboundError('no_answer', `It answered with status ${status}.`)
  return readRange(text)
}

function readRange(text: string): ReadonlyMap<string, number> {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => /^([0-9A-F]{35}):(\d{1,12})\r?$/.exec(line))
  if (lines.some((line) => line === null))
    throw new OutboundError('no_answer', 'It answered something other than a range of passwords.')
  return new Map(lines.flatMap((line) => (line?.[1] ? [[line[1], Number(line[2])]] : [])))
}
