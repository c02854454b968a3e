import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '../../lib/json/json.ts'
import {
  type Account,
  type CommitStep,
  type Committed,
  type Connector,
  Failure,
  type Io,
  type Prepared,
  type PublishedPost,
  type Settled,
  type Step,
} from '../connector.ts'
import type { IoFactory, MediaBytes } from './hand-io.ts'
import { describeDraft, type Picture } from './pictures.ts'

/** A connected account, and the way to its network. */
export interface Desk {
  readonly connector: Connector
  readonly account: Account
  readonly io: IoFactory
}

/** A post for a test that takes it step by step. Everything is usual unless given. */
export interface Laid {
  readonly text?: string
  readonly options?: JsonObject
  readonly media?: readonly Picture[]
  /** Media that the options name. */
  readonly optionMedia?: readonly Picture[]
  readonly mayFit?: boolean
  readonly part?: Step['part']
  /** The post that it answers. */
  readonly replyTo?: PublishedPost
  readonly account?: Account
  readonly key?: string
}

/** A post on its way, with its files and secrets at hand. */
export interface Bench {
  /** The first step, before anything was prepared. */
  readonly step: Step
  io(commit?: Pick<CommitStep, 'commit'>): Io
  /** Calls `prepare` once, and stores the artefacts. */
  prepareOnce(): Promise<Prepared>
  /** Calls `prepare` until it is ready, or `most` times. */
  prepare(most?: number): Promise<Step>
  /** Prepared and composed. */
  readyToSend(): Promise<CommitStep>
  send(step: CommitStep): Promise<Committed>
  settle(step: CommitStep, now?: Date): Promise<Settled>
  /** Looks until the network has made up its mind, for half a second. */
  settleFully(step: CommitStep): Promise<Settled>
  secrets(): JsonObject
}

const mostRounds = 60
const mostLooks = 50
const pauseMs = 10

/** Lays a post out on a bench, where a test drives the connector as the engine does. */
export function layBench({ connector, account, io: makeIo }: Desk, laid: Laid = {}): Bench {
  const { text = 'A day at sea', options = {}, media: shown = [], optionMedia = [], mayFit = true } = laid
  const draft = describeDraft({
    text,
    mayFit,
    options,
    media: shown.map((one) => one.draft),
    optionMedia: optionMedia.map((one) => one.draft),
  })
  const media: MediaBytes = new Map([...shown, ...optionMedia].map(({ draft: { id }, bytes }) => [id, bytes]))
  const first: Step = {
    key: laid.key ?? randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account: laid.account ?? account,
    part: laid.part ?? 'post',
    draft,
    dueAt: new Date(),
    artefacts: {},
    replyTo: laid.replyTo ? { root: laid.replyTo, parent: laid.replyTo } : null,
  }
  let step = first
  let secrets: JsonObject = {}
  const io: Bench['io'] = (sent) => makeIo({ commit: sent?.commit ?? null, media, secrets })
  const settle: Bench['settle'] = (sent, now) =>
    connector.settle(sent, now === undefined ? io() : { ...io(), now: () => now })
  const prepareOnce = async () => {
    const prepared = await connector.prepare(step, io())
    secrets = prepared.secrets ?? secrets
    // As the database keeps them.
    step = { ...step, artefacts: JSON.parse(JSON.stringify(prepared.artefacts)) as JsonObject }
    return prepared
  }
  const prepare = async (most = mostRounds) => {
    for (let round = 0; round < most; round++) if ((await prepareOnce()).outcome === 'ready') break
    return step
  }
  return {
    step: first,
    io,
    prepareOnce,
    prepare,
    readyToSend: async () => {
      const ready = await prepare()
      return {
        ...ready,
        commit: connector.compose(ready),
        firstSentAt: new Date(),
        sends: 1,
        ref: null,
        looks: 0,
      }
    },
    send: (sent) => connector.commit(sent, io(sent)),
    settle,
    settleFully: async (sent) => {
      for (let looks = 0; looks < mostLooks; looks++) {
        const settled = await settle({ ...sent, looks })
        if (settled.outcome !== 'pending') return settled
        await pause(pauseMs)
      }
      throw new Error('It stays pending.')
    },
    secrets: () => secrets,
  }
}

/** Publishes until people see it. @throws Error where they do not */
export async function publishFully(bench: Bench): Promise<PublishedPost> {
  const sent = await bench.readyToSend()
  const committed = await bench.send(sent)
  if (committed.outcome === 'published') return committed
  const settled = await bench.settleFully({ ...sent, ref: committed.ref })
  if (settled.outcome !== 'published') throw new Error(`It is ${settled.outcome}.`)
  return settled
}

/** Publishes as far as the answer to the commit. @throws Error where that is not the post */
export async function publishAtOnce(bench: Bench): Promise<PublishedPost> {
  const committed = await bench.send(await bench.readyToSend())
  if (committed.outcome === 'published') return committed
  throw new Error('It was not published.')
}

/** The failure of something that is to fail. @throws Error where it does not */
export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
