import Type from 'typebox'
import {
  type Account,
  type CommitStep,
  type Committed,
  type Connector,
  Failure,
  type Io,
  type NetworkClass,
  type Prepared,
  type Settled,
  type Step,
} from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import type { Json, JsonObject } from '../../src/lib/json/json.ts'
import { type ClassName, soakClassNames } from './network.ts'

/** A connector of each class to the network of the proofs; their platforms are `proof-key`, `proof-list` and so on. */
export const proofConnectors: readonly Connector[] = soakClassNames.map(connectorOf)

export function platformOf(networkClass: ClassName): string {
  return `proof-${networkClass.replace('_', '-')}`
}

function connectorOf(networkClass: ClassName): Connector {
  return {
    platform: platformOf(networkClass),
    name: `Proof (${networkClass})`,
    modes: ['live'],
    app: null,
    powers: [],
    options: Type.Object({}, { additionalProperties: false }),
    preview: sandbox.preview,
    connect: [
      {
        kind: 'form',
        needsApp: false,
        needs: [],
        way: 'name',
        fields: Type.Object({
          name: Type.String(),
          origin: Type.String(),
          key_lifetime_ms: Type.Number(),
          trusts_late_keys: Type.Boolean(),
        }),
        identify: async ({ name, origin, key_lifetime_ms, trusts_late_keys }) => ({
          externalId: String(name),
          username: String(name),
          displayName: String(name),
          avatarUrl: null,
          profileUrl: `${origin}/profiles/${name}`,
          settings: {
            origin: origin ?? '',
            key_lifetime_ms: key_lifetime_ms ?? 0,
            trusts_late_keys: trusts_late_keys ?? false,
          },
          credentials: { token: String(name) },
          expiresAt: null,
        }),
        refresh: async (_account, credentials) => ({ credentials, expiresAt: null, profile: null }),
        revoke: async () => undefined,
      },
    ],
    limits: () => ({
      text: { max: 1_000, unit: 'codepoint', also: [], linkCost: null, rules: null },
      media: { required: false, kinds: [], sets: [], altTextMax: 0 },
      placements: null,
      threadMax: 1,
      rates: [],
    }),
    networkClass: (account) => classOf(networkClass, account),
    check: (draft) => ({
      problems: [],
      length: { count: draft.text.length, max: 1_000, unit: 'codepoint' },
      warnings: [],
      fits: [],
      ranges: [],
    }),
    prepare: (step, io) => prepare(networkClass, step, io),
    compose: (step) => compose(networkClass, step),
    commit,
    settle: (step, io) => settle(networkClass, step, io),
  }
}

/** The class of the network, as far as the connector knows it. */
function classOf(network: ClassName, { settings }: Account): NetworkClass {
  const known = knownAs(network, settings)
  return known === 'expiring_key'
    ? { class: known, heldForMs: Number(settings.key_lifetime_ms) }
    : { class: known, heldForMs: null }
}

/** A key that is stored once the post is made keeps no second request away while the first is at work. */
function knownAs(network: ClassName, settings: JsonObject): NetworkClass['class'] {
  if (network !== 'late_key') return network
  return settings.trusts_late_keys === true ? 'expiring_key' : 'list'
}

/** An upload that nobody sees, and where the class has one a container, each stored before the next. */
async function prepare(networkClass: ClassName, step: Step, io: Io): Promise<Prepared> {
  const { artefacts } = step
  if (artefacts.upload === undefined) {
    const { id } = await call(step.account, io, 'POST', '/uploads', {})
    return { outcome: 'pending', artefacts: { ...artefacts, upload: id ?? '' }, againInMs: 0 }
  }
  if (networkClass !== 'two_phase') return { outcome: 'ready', artefacts }
  const made =
    typeof artefacts.container === 'string' ? await readContainer(step, artefacts.container, io) : null
  switch (made?.status) {
    case 'FINISHED':
    case 'PUBLISHED':
      return { outcome: 'ready', artefacts }
    case 'IN_PROGRESS':
      return { outcome: 'pending', artefacts, againInMs: 30 }
    default: {
      const { id } = await call(step.account, io, 'POST', '/containers', { text: step.draft.text })
      return { outcome: 'pending', artefacts: { ...artefacts, container: id ?? '' }, againInMs: 0 }
    }
  }
}

function compose(networkClass: ClassName, step: Step): ReturnType<Connector['compose']> {
  const origin = originOf(step.account)
  if (networkClass === 'two_phase') {
    const url = `${origin}/containers/${step.artefacts.container}/publish`
    return { method: 'POST', url, headers: {}, body: '' }
  }
  const hasKeys = ['key', 'expiring_key', 'late_key'].includes(networkClass)
  const headers = { 'content-type': 'application/json', ...(hasKeys ? { 'idempotency-key': step.key } : {}) }
  return { method: 'POST', url: `${origin}/posts`, headers, body: JSON.stringify({ text: step.draft.text }) }
}

async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const answer = await io.sendOnce({ authorization: `Bearer ${io.credentials.token}` })
  const { id, submission, error } = asObject(answer.json)
  if (answer.status === 201 && typeof id === 'string') return { outcome: 'published', ...published(step, id) }
  if (answer.status === 202 && typeof submission === 'string')
    return { outcome: 'accepted', ref: submission, againInMs: 100 }
  if (answer.status === 429) {
    const retryAfterMs = Number(answer.headers['retry-after']) * 1_000
    throw new Failure('rate_limited', 'Too much at once.', { retryAfterMs })
  }
  if (answer.status === 422 && error === 'refused')
    throw new Failure('invalid', 'The network does not want this.')
  throw new Failure('unknown_outcome', `The network answered ${answer.status}.`)
}

async function settle(networkClass: ClassName, step: CommitStep, io: Io): Promise<Settled> {
  if (step.ref !== null) return foundOrNot(step, await find(step.account, io, `/submissions/${step.ref}`))
  switch (knownAs(networkClass, step.account.settings)) {
    case 'key': {
      const post = await find(step.account, io, `/posts/by-key/${step.key}`)
      return post ? foundOrNot(step, post) : { outcome: 'repeat' }
    }
    case 'expiring_key': {
      const found = await findInList(step, io)
      return found.outcome === 'not_found' ? { outcome: 'repeat' } : found
    }
    case 'two_phase':
      return settleContainer(step, io)
    case 'list':
      return findInList(step, io)
    case 'blind':
      return { outcome: 'not_found' }
  }
}

async function settleContainer(step: CommitStep, io: Io): Promise<Settled> {
  const container = await readContainer(step, String(step.artefacts.container), io)
  switch (container?.status) {
    case 'PUBLISHED':
      return { outcome: 'published', ...published(step, String(container.post)) }
    case 'FINISHED':
      return { outcome: 'repeat' }
    case 'EXPIRED':
      return { outcome: 'absent' }
    case 'ERROR':
      return { outcome: 'rejected', failure: new Failure('invalid', 'The network refused the container.') }
    default:
      return { outcome: 'not_found' }
  }
}

async function findInList(step: CommitStep, io: Io): Promise<Settled> {
  const { posts } = await call(step.account, io, 'GET', `/posts?since=${step.firstSentAt.getTime()}`, null)
  const list = Array.isArray(posts) ? posts.map(asObject) : []
  const ids = list.filter((post) => post.text === step.draft.text).map((post) => String(post.id))
  if (ids.length > 1) return { outcome: 'several', posts: ids.map((id) => published(step, id)) }
  return ids[0] === undefined
    ? { outcome: 'not_found' }
    : { outcome: 'published', ...published(step, ids[0]) }
}

function foundOrNot(step: CommitStep, post: JsonObject | null): Settled {
  return post ? { outcome: 'published', ...published(step, String(post.id)) } : { outcome: 'not_found' }
}

function published({ account }: Step, id: string) {
  return { remoteId: id, url: `${originOf(account)}/posts/${id}`, reference: null }
}

function readContainer(step: Step, id: string, io: Io): Promise<JsonObject | null> {
  return find(step.account, io, `/containers/${id}`)
}

async function find(account: Account, io: Io, path: string): Promise<JsonObject | null> {
  const answer = await ask(account, io, 'GET', path, null)
  return answer.status === 404 ? null : readAnswer(answer)
}

async function call(account: Account, io: Io, method: 'GET' | 'POST', path: string, body: JsonObject | null) {
  return readAnswer(await ask(account, io, method, path, body))
}

function ask(account: Account, io: Io, method: 'GET' | 'POST', path: string, body: JsonObject | null) {
  return io.fetch({
    method,
    url: originOf(account) + path,
    headers: { authorization: `Bearer ${io.credentials.token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
}

function readAnswer({ status, json }: { status: number; json: Json }): JsonObject {
  if (status === 200 && json !== null) return asObject(json)
  throw new Failure('unavailable', `The network answered ${status} with nothing that can be read.`)
}

function originOf({ settings }: Account): string {
  return String(settings.origin)
}

function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}
