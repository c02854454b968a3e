import { checkedConnector } from '../../src/connectors/checked-connector.ts'
import type { Conformance } from '../../src/connectors/conformance/describe-conformance.ts'
import { identifyOne } from '../../src/connectors/conformance/identify-one.ts'
import { createInstallation } from '../../src/connectors/conformance/installation.ts'
import { describeDraft, makePictures, type Picture } from '../../src/connectors/conformance/pictures.ts'
import type { RedirectConformance } from '../../src/connectors/conformance/redirect-promises.ts'
import {
  type Account,
  type CommitStep,
  type Connect,
  type ConnectIo,
  type Connector,
  Failure,
  type FormConnect,
  type Identified,
  type IdentifyIo,
  type Io,
  type ListConnect,
  type RedirectConnect,
  type Step,
} from '../../src/connectors/connector.ts'
import type { Json, JsonObject } from '../../src/lib/json/json.ts'
import { toStorable } from '../../src/lib/json/storable-json.ts'
import type { OutboundAnswer } from '../../src/lib/safe-fetch/outbound.ts'

/** Asks a network, and answers what it said or something else. `asked` is the method and the path. */
export type Ask = (asked: string, send: () => Promise<OutboundAnswer>) => Promise<OutboundAnswer>

/** Everything that a connector says to its network for one purpose: to publish, or to connect an account. */
export interface Conversation {
  readonly name: string
  /** Has it with the honest network, before it is repeated with others. */
  learn(ask: Ask): Promise<void>
  /** Has it once more. @throws whatever is no Failure, and Error for a result that cannot be stored */
  repeat(ask: Ask): Promise<void>
  close(): Promise<void>
}

/** A connected account, and the way to its network. */
export type PublishingHouse = Omit<Conformance, 'world' | 'credentials'>

/** A network at which somebody can connect by a form. */
export interface FormHouse {
  readonly connect: FormConnect | ListConnect
  readonly io: IdentifyIo
  /** The form as an honest person fills it in. */
  readonly input: JsonObject
  close(): Promise<void>
}

/** Publishes a text, or a medium where the network takes no text alone, and looks for it afterwards. */
export function publishing(name: string, house: PublishingHouse): Conversation {
  const connector = checkedConnector(house.connector)
  let made: Promise<readonly Picture[]> | undefined
  /** Answers whether it came as far as the commit. */
  const publish = async (ask: Ask): Promise<boolean> => {
    made ??= mediaNeeded(connector, house.account)
    const pictures = await made
    const media = new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes]))
    let secrets: JsonObject = {}
    const io = (commit: CommitStep | null): Io => {
      const honest = house.io({ commit: commit?.commit ?? null, media, secrets })
      return {
        ...listening(honest, ask),
        sendOnce: (access) => ask('the commit', () => honest.sendOnce(access)),
      }
    }
    const step = await prepareWhole(firstStep(house, pictures), async (current) => {
      const prepared = await connector.prepare(current, io(null))
      secrets = prepared.secrets ?? secrets
      return prepared
    })
    const commit = step && (await attempt(async () => connector.compose(step)))
    if (!commit) return false
    const sent: CommitStep = { ...step, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
    const answer = await attempt(() => connector.commit(sent, io(sent)))
    await attempt(() => connector.settle(sent, io(sent)))
    if (answer?.outcome === 'accepted')
      await attempt(() => connector.settle({ ...sent, ref: answer.ref }, io(sent)))
    return true
  }
  const learn = async (ask: Ask) => {
    if (!(await publish(ask))) throw new Error('Nobody could publish with the honest answers.')
  }
  const repeat = async (ask: Ask) => void (await publish(ask))
  return { name: `publishing ${name}`, learn, repeat, close: house.close }
}

async function mediaNeeded(connector: Connector, account: Account): Promise<readonly Picture[]> {
  const limits = connector.limits(account)
  return limits.media.required ? makePictures(1, limits) : []
}

function firstStep({ account, options }: PublishingHouse, pictures: readonly Picture[]): Step {
  return {
    key: '0123456789abcdef0123456789abcdef',
    resultId: '00000000-0000-7000-8000-000000000000',
    account,
    part: 'post',
    draft: describeDraft({ text: 'A post', media: pictures.map(({ draft }) => draft), options }),
    dueAt: new Date(),
    artefacts: {},
    replyTo: null,
  }
}

// Networks of containers ask to be called again, twice for a text, and those of uploads once for each part.
const mostRounds = 6

/** Prepares as the engine does; null where it fails or is not ready in time, so that nothing may be composed. */
async function prepareWhole(
  first: Step,
  prepare: (step: Step) => ReturnType<Connector['prepare']>,
): Promise<Step | null> {
  let step = first
  for (let round = 0; round < mostRounds; round++) {
    const prepared = await attempt(() => prepare(step))
    if (!prepared) return null
    step = { ...step, artefacts: prepared.artefacts }
    if (prepared.outcome === 'ready') return step
  }
  return null
}

/** Connects an account by a form, renews its access and ends it. */
export function connectingByForm(name: string, connector: Connector, house: FormHouse): Conversation {
  const connect = checkedWay(connector, house.connect)
  let honest: Identified | null = null
  const identify = async (ask: Ask) => attempt(() => identifyOne(connect, house.input, ownIo(house.io, ask)))
  return {
    name: `connecting ${name}`,
    learn: async (ask) => {
      honest = await identify(ask)
      await keepAndEnd(connect, honest, house.io, ask)
    },
    repeat: async (ask) => {
      const found = await identify(ask)
      await keepAndEnd(connect, found ?? honest, house.io, ask)
    },
    close: house.close,
  }
}

/** Connects an account on a page of its network, renews its access and ends it. */
export function connectingByPage(
  name: string,
  connector: Connector,
  house: RedirectConformance,
): Conversation {
  const connect = checkedWay<RedirectConnect>(connector, house.connect)
  const redirect = {
    redirectUri: 'https://crier.example.org/oauth/callback/some',
    state: 'a-state-of-ours-that-nobody-guesses',
  }
  const begin = (ask: Ask) =>
    attempt(() => connect.begin(house.input, { ...ownIo(house.io, ask), ...redirect }))
  const finish = (ask: Ask, { callback, keep }: SignIn) =>
    attempt(() => connect.finish(callback, keep, { ...ownIo(house.io, ask), ...redirect }))
  let signIn: SignIn | null = null
  let honest: Identified | null = null
  return {
    name: `connecting ${name}`,
    learn: async (ask) => {
      // Our registration at the server is kept meanwhile, as in a real sign-in.
      const io = { ...listening(house.io, ask), ...redirect }
      const { url, keep } = await connect.begin(house.input, io)
      const { searchParams } = await house.person.agree(url)
      signIn = { callback: searchParams, keep }
      honest = (await connect.finish(searchParams, keep, io))[0]?.profile ?? null
      await keepAndEnd(connect, honest, house.io, ask)
    },
    repeat: async (ask) => {
      await begin(ask)
      const found = signIn === null ? null : await finish(ask, signIn)
      // A candidate with a reason cannot be chosen.
      const chosen = found?.find(({ reason }) => reason === null)?.profile
      await keepAndEnd(connect, chosen ?? honest, house.io, ask)
    },
    close: house.close,
  }
}

interface SignIn {
  readonly callback: URLSearchParams
  readonly keep: JsonObject
}

async function keepAndEnd(
  connect: Connect,
  profile: Identified | null,
  io: ConnectIo,
  ask: Ask,
): Promise<void> {
  if (profile === null) throw new Error('Nobody could connect with the honest answers.')
  const { externalId, username, settings, credentials } = profile
  const account: Account = { id: 'an-account', externalId, username, settings }
  const refreshed = await attempt(() => connect.refresh(account, credentials, ownIo(io, ask)))
  await attempt(() => connect.revoke(account, refreshed?.credentials ?? credentials, ownIo(io, ask)))
}

/** The way as the server uses it, with every answer checked. */
function checkedWay<Way extends Connect>(connector: Connector, connect: Way): Way
function checkedWay(connector: Connector, connect: Connect): Connect {
  const [checked] = checkedConnector({ ...connector, connect: [connect] }).connect
  if (!checked) throw new Error('A connector has a way.')
  return checked
}

function listening<World extends ConnectIo>(io: World, ask: Ask): World {
  return {
    ...io,
    fetch: (request, within) =>
      // A long number is the id of a thing that was just made: another one each time.
      ask(`${request.method} ${new URL(request.url).pathname.replace(/\d{12,}/g, ':id')}`, () =>
        io.fetch(request, within),
      ),
  }
}

/** The world of an installation that is registered nowhere yet. */
function ownIo<World extends ConnectIo>(io: World, ask: Ask): World {
  const { registration } = createInstallation()
  return { ...listening(io, ask), registration }
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
    if (error.message.trim() === '') throw new Error('A failure does not say why.', { cause: error })
    return null
  }
}

const mostStored = 300_000

function requireStorable(result: unknown): void {
  const text = JSON.stringify(result, refuseNoTime) ?? 'null'
  if (text.length > mostStored) throw new Error(`${text.length} letters would be stored.`)
  const json = JSON.parse(text) as Json
  if (JSON.stringify(toStorable(json)) !== text)
    throw new Error('Something that cannot be stored came through.')
}

/** JSON writes a time that is none as null, and a database refuses it, as it refuses one before its calendar. */
function refuseNoTime(this: Record<string, unknown>, name: string, json: unknown): unknown {
  const given = this[name]
  if (given instanceof Date && !(given.getTime() >= 0))
    throw new Error(`${name} is no time that can be stored.`)
  return json
}
