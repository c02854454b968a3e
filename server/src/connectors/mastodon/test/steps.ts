import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo, type MediaBytes } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { describeDraft } from '../../conformance/pictures.ts'
import { type Account, type CommitStep, type Draft, Failure, type Io, type Step } from '../../connector.ts'
import { mastodon } from '../connector.ts'
import { type FakeMastodon, type FakeOptions, startFakeMastodon } from './fake.ts'
import { connectAccount } from './world.ts'

/** A server of one kind with a connected account, and the steps of publishing one by one. */
export interface Bench {
  readonly fake: FakeMastodon
  readonly outbound: Outbound
  readonly account: Account
  readonly credentials: JsonObject
  step(draft: Partial<Draft>, more?: Partial<Step>): Step
  /** Calls `prepare` until it is ready. */
  prepared(draft: Partial<Draft>, more?: Partial<Step>, media?: MediaBytes): Promise<Step>
  /** Prepared and composed, ready to be sent. */
  readyToSend(draft: Partial<Draft>, more?: Partial<Step>, media?: MediaBytes): Promise<CommitStep>
  composed(step: Step): CommitStep
  io(commit?: CommitStep | null, media?: MediaBytes): Io
  /** Sends and expects no answer that settles it. */
  lose(step: CommitStep): Promise<void>
  close(): Promise<void>
}

export async function openBench(options: FakeOptions): Promise<Bench> {
  const fake = await startFakeMastodon(options)
  const outbound = localOutbound()
  const { account, credentials } = await connectAccount(outbound, { instance: fake.url, token: fake.token })
  const io = (commit: CommitStep | null = null, media: MediaBytes = new Map()) =>
    handIo(outbound, credentials)({ commit: commit?.commit ?? null, media })
  const step = (draft: Partial<Draft>, more: Partial<Step> = {}): Step => {
    const whole = describeDraft(draft)
    const key = randomBytes(16).toString('hex')
    const made = {
      key,
      resultId: 'a-result',
      account,
      draft: whole,
      dueAt: new Date(),
      artefacts: {},
      replyTo: null,
      part: 'post' as const,
    }
    return { ...made, ...more }
  }
  const prepared: Bench['prepared'] = async (draft, more = {}, media = new Map()) => {
    let current = step(draft, more)
    for (let rounds = 0; rounds < 100; rounds++) {
      const answer = await mastodon.prepare(current, io(null, media))
      current = { ...current, artefacts: answer.artefacts }
      if (answer.outcome === 'ready') return current
    }
    throw new Error('It never was ready.')
  }
  return {
    fake,
    outbound,
    account,
    credentials,
    step,
    prepared,
    composed,
    io,
    readyToSend: async (...given) => composed(await prepared(...given)),
    lose: async (sent) => {
      const failure = await failureOf(mastodon.commit(sent, io(sent)))
      if (failure.kind !== 'unknown_outcome') throw new Error(`It was ${failure.kind}: ${failure.message}`)
    },
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
}

function composed(step: Step): CommitStep {
  return { ...step, commit: mastodon.compose(step), firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
}

export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error(`It did not fail as it should: ${error}`)
}

/** An answer of the API: its words under `error`. */
export function errorAnswer(status: number, error: string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return {
    kind: 'answer' as const,
    status,
    headers: { ...type, ...headers },
    body: JSON.stringify({ error }),
  }
}

/** Any answer in JSON. */
export function json(status: number, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  return { kind: 'answer' as const, status, headers, body: JSON.stringify(body) }
}

/** An answer of whatever stands before the API. */
export function page(status: number) {
  return {
    kind: 'answer' as const,
    status,
    headers: { 'content-type': 'text/html' },
    body: `<h1>${status}</h1>`,
  }
}
