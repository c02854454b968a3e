import { checkedConnector } from '../../src/connectors/checked-connector.ts'
import type { Conformance } from '../../src/connectors/conformance/describe-conformance.ts'
import { describeDraft } from '../../src/connectors/conformance/pictures.ts'
import { type CommitStep, Failure, type Io, type Step } from '../../src/connectors/connector.ts'
import type { Json } from '../../src/lib/json/json.ts'
import { parseStorable, toStorable } from '../../src/lib/json/storable-json.ts'
import type { OutboundAnswer } from '../../src/lib/safe-fetch/outbound.ts'
import { type Chance, chanceOf } from '../soak/random.ts'
import { changeJson } from './change-json.ts'
import type { Finding } from './fuzz-files.ts'
import { cpuMsOfAll } from './yardstick.ts'

/** A network whose honest answers are known by what was asked. */
export interface KnownNetwork {
  readonly name: string
  readonly house: Conformance
  readonly step: Step
  readonly answers: ReadonlyMap<string, OutboundAnswer>
}

const key = '0123456789abcdef0123456789abcdef'
const draft = describeDraft({ text: 'A post' })

/** Publishes a post once and keeps every answer, those to looking for it among them. */
export async function learnAnswers(name: string, house: Conformance): Promise<KnownNetwork> {
  const answers = new Map<string, OutboundAnswer>()
  const first: Step = {
    key,
    resultId: '00000000-0000-7000-8000-000000000000',
    account: house.account,
    part: 'post',
    draft: { ...draft, options: house.options },
    dueAt: new Date(),
    artefacts: {},
    replyTo: null,
  }
  await playThrough(house, first, (asked, answer) => {
    answers.set(asked, answer)
    return answer
  })
  return { name, house, step: first, answers }
}

/** Plays a post through with hostile answers; null when all went as it should. */
export async function fuzzAnswers(
  networks: readonly KnownNetwork[],
  seed: number,
  number: number,
  slow: number,
): Promise<Finding | null> {
  const chance = chanceOf('answers', seed, number)
  const { name, house, step, answers } = chance.oneOf(networks)
  const told: string[] = []
  let bytes = 0
  const tell = (what: string) => ({ number, what: `${what}: ${name}, ${told.join('; ')}` })
  const hostile = (asked: string): OutboundAnswer => {
    const honest = answers.get(asked) ?? { ...nothing, status: 404 }
    if (chance.is(0.4)) return honest
    const answer = changeAnswer(honest, chance)
    bytes += answer.text.length
    told.push(`${asked} answered ${answer.status} ${answer.text.slice(0, 150)}`)
    return answer
  }
  try {
    const ms = await cpuMsOfAll(() => playThrough(house, step, null, hostile))
    const most = (100 + 300 * (bytes / 1_000_000)) * slow
    return ms > most ? tell(`took ${Math.round(ms)} ms for ${bytes} bytes`) : null
  } catch (error) {
    return tell(`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}

const nothing: OutboundAnswer = { status: 200, headers: {}, bytes: new Uint8Array(), text: '', json: null }

function changeAnswer(honest: OutboundAnswer, chance: Chance): OutboundAnswer {
  const status = chance.is(0.7)
    ? honest.status
    : chance.oneOf([200, 201, 202, 204, 400, 401, 403, 404, 409, 422, 429, 500, 503])
  const retryAfter = chance.oneOf(['', '-1', '999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT', '1e400'])
  const text = chance.is(0.1)
    ? honest.text.slice(0, Math.floor(chance.between(0, honest.text.length)))
    : JSON.stringify(changeJson(honest.json, chance))
  const headers = { ...honest.headers, ...(retryAfter === '' ? {} : { 'retry-after': retryAfter }) }
  return { status, headers, bytes: Buffer.from(text), text, json: parseStorable(text) }
}

type Recorder = (asked: string, answer: OutboundAnswer) => OutboundAnswer

/** Prepares, sends and settles as the engine would, with `answer` in place of the network where it is given. */
async function playThrough(
  house: Conformance,
  first: Step,
  record: Recorder | null,
  answer?: (asked: string) => OutboundAnswer,
): Promise<void> {
  const connector = checkedConnector(house.connector)
  const io = (commit: CommitStep | null): Io => {
    const honest = house.io({ commit: commit?.commit ?? null, media: new Map() })
    const ask = async (asked: string, send: () => Promise<OutboundAnswer>) =>
      answer ? answer(asked) : (record?.(asked, await send()) ?? send())
    return {
      ...honest,
      fetch: (request, within) =>
        ask(`${request.method} ${new URL(request.url).pathname}`, () => honest.fetch(request, within)),
      sendOnce: (access) => ask('the commit', () => honest.sendOnce(access)),
    }
  }
  const prepared = await attempt(() => connector.prepare(first, io(null)))
  const step = { ...first, artefacts: prepared?.artefacts ?? {} }
  const commit = await attempt(async () => connector.compose(step))
  if (!commit) return
  const sent: CommitStep = { ...step, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
  await attempt(() => connector.commit(sent, io(sent)))
  await attempt(() => connector.settle(sent, io(sent)))
}

/** Null after a failure that the connector names. @throws any other error, and for a result that cannot be stored */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    const result = await work()
    requireStorable(result)
    return result
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    requireStorable({ message: error.message, code: error.platformCode, wait: error.retryAfterMs })
    return null
  }
}

const mostStored = 300_000

function requireStorable(result: unknown): void {
  const text = JSON.stringify(result) ?? 'null'
  if (text.length > mostStored) throw new Error(`${text.length} letters would be stored.`)
  const json = JSON.parse(text) as Json
  if (JSON.stringify(toStorable(json)) !== text)
    throw new Error('Something that cannot be stored came through.')
}
