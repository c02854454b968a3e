import { Failure } from '../../src/connectors/connector.ts'
import { parseStorable } from '../../src/lib/json/storable-json.ts'
import { AnswerReader } from '../../src/lib/safe-fetch/answer-reader.ts'
import type { OutboundAnswer } from '../../src/lib/safe-fetch/outbound.ts'
import { chanceOf } from '../soak/random.ts'
import { changeAnswer, type RawAnswer } from './change-answer.ts'
import type { Conversation } from './conversations.ts'
import type { Finding } from './run-fuzz.ts'
import { cpuMsOfAll } from './yardstick.ts'

/** A conversation whose honest answers are known by what was asked, in their order. */
export interface KnownConversation {
  readonly conversation: Conversation
  readonly answers: ReadonlyMap<string, readonly OutboundAnswer[]>
}

/** Has a conversation once and keeps every answer. */
export async function learnAnswers(conversation: Conversation): Promise<KnownConversation> {
  const answers = new Map<string, OutboundAnswer[]>()
  await conversation.learn(async (asked, send) => {
    const answer = await send()
    answers.set(asked, [...(answers.get(asked) ?? []), answer])
    return answer
  })
  return { conversation, answers }
}

/** Has a conversation with hostile answers, each in its turn; null when all went as it should. */
export async function fuzzAnswers(
  known: readonly KnownConversation[],
  seed: number,
  number: number,
  slow: number,
): Promise<Finding | null> {
  const chance = chanceOf('answers', seed, number)
  const { conversation, answers } = known[number % known.length] ?? chance.oneOf(known)
  const logged: string[] = []
  let bytes = 0
  const tell = (what: string, isSlow = false) => ({
    number,
    what: `${what}: ${conversation.name}, ${logged.join('; ')}`,
    isSlow,
  })
  const answerTo = async (asked: string): Promise<OutboundAnswer> => {
    const all = answers.get(asked) ?? [nothing]
    // The last one is that to a request with nothing missing.
    const honest = chance.is(0.2) ? chance.oneOf(all) : (all.at(-1) ?? nothing)
    if (chance.is(0.5)) return honest
    const changed = changeAnswer(honest, chance)
    bytes += changed.bytes.length
    logged.push(`${asked} answered ${changed.status} ${changed.bytes.toString('latin1', 0, 150)}`)
    return readAnswer(asked, changed)
  }
  try {
    const ms = await cpuMsOfAll(() => conversation.repeat(answerTo))
    return ms > mostMs(bytes) * slow ? tell(`took ${Math.round(ms)} ms for ${bytes} bytes`, true) : null
  } catch (error) {
    return tell(`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}

/** A third of a second for a megabyte, and as much for whatever else the process does meanwhile: a trap costs many seconds. */
function mostMs(bytes: number): number {
  return 300 + 300 * (bytes / 1_000_000)
}

const nothing: OutboundAnswer = {
  status: 404,
  headers: {},
  bytes: new Uint8Array(),
  text: '',
  json: parseStorable(''),
}

const mostBytes = 1_000_000

/** Reads bytes as the way out does, and fails as it does. @throws Failure */
function readAnswer(asked: string, { status, headers, bytes }: RawAnswer): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const kind = asked === 'the commit' ? 'unknown_outcome' : 'unavailable'
  const failed = (error: Error) => {
    reader.stop()
    reject(new Failure(kind, error.message, { cause: error }))
  }
  const reader: AnswerReader = new AnswerReader({ maxBytes: mostBytes }, { done: resolve, failed })
  try {
    reader.start(status, headers)
    if (bytes.length > 0) reader.add(bytes)
    reader.end()
  } catch (error) {
    failed(error instanceof Error ? error : new Error(String(error)))
  }
  return promise
}
