import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { consentPage } from '../../kit/fakes/fake-consent.ts'
import {
  type FakeAnswer,
  type FakeCall,
  FakeRefusal,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { createFile, deleteFile, readForm } from './fake-drive.ts'
import { createNote, deleteNote, listNotes, readNote } from './fake-notes.ts'
import {
  type Asked,
  authorize,
  createWorld,
  type FakeToken,
  type FakeWorld,
  giveToken,
  isCount,
  isFlag,
  isText,
  personNamed,
  refuse,
  type VariantName,
  validate,
  variants,
} from './fake-world.ts'

/** The call that makes a post, as faults and the journal of calls name it. */
export const publishing = 'POST /api/notes/create'

/** A server in memory that refuses everything that the source of its program refuses. */
export interface FakeMisskey extends FakeServer {
  readonly world: FakeWorld
}

export async function startFakeMisskey(variant: VariantName = 'misskey'): Promise<FakeMisskey> {
  const world = createWorld(variants[variant])
  const server = await startFakeServer({
    routes: { '*': (call) => answer(world, call) },
    internalError: {
      error: { message: 'Internal error occurred.', code: 'INTERNAL_ERROR', id: '5d37dbcb', kind: 'server' },
    },
  })
  world.url = server.url
  return { ...server, world }
}

async function answer(world: FakeWorld, call: FakeCall): Promise<FakeAnswer> {
  const { method, url } = call
  const { pathname } = url
  if (method === 'GET' && pathname === '/.well-known/nodeinfo') {
    const rel = 'http://nodeinfo.diaspora.software/ns/schema/2.1'
    return ok({ links: [{ rel, href: `${world.url}/nodeinfo/2.1` }] })
  }
  const { software, version } = world.variant
  if (method === 'GET' && pathname === '/nodeinfo/2.1')
    return ok({ version: '2.1', software: { name: software, version } })
  const session = /^\/miauth\/([^/]+)$/.exec(pathname)?.[1]
  if (session !== undefined) return signIn(world, session, call)
  const endpoint = /^\/api\/(.+)$/.exec(pathname)?.[1]
  if (endpoint === undefined) return { status: 404, json: null }
  return method === 'POST' ? ask(world, endpoint, call) : { status: 405, json: null }
}

/** Source: ApiCallService and ApiServerService. */
async function ask(world: FakeWorld, endpoint: string, call: FakeCall): Promise<FakeAnswer> {
  const form = endpoint === 'drive/files/create' ? await readForm(call) : null
  const params = endpoint === 'drive/files/create' ? {} : readBody(call)
  if (params === null || (endpoint === 'drive/files/create' && !form)) return { status: 400, json: null }
  const asked = { world, params, token: authenticate(world, call, params) }
  const result = form ? await createFile(asked, form) : perform(asked, endpoint)
  return result === null ? { status: 204, json: null } : ok(result)
}

function readBody({ headers, body }: FakeCall): JsonObject | null {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return null
  try {
    return asObject(JSON.parse(body.toString()))
  } catch {
    return null
  }
}

/** Source: AuthenticateService. A token that is nobody's is refused at any endpoint. */
function authenticate(world: FakeWorld, { headers }: FakeCall, params: JsonObject): FakeToken | null {
  const { readsHeader, hasExactStatuses } = world.variant
  const inHeader = readsHeader ? /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] : undefined
  const token = inHeader ?? (typeof params.i === 'string' ? params.i : null)
  if (token === null) return null
  const found = world.tokens.get(token)
  if (found) return found
  const message = 'Authentication failed. Please ensure your token is correct.'
  // This one leaves out the `error` around it. Source: api-handler.ts of Firefish.
  if (world.variant.software === 'firefish')
    throw new FakeRefusal(message, {
      status: 403,
      json: { message, code: 'AUTHENTICATION_FAILED', id: 'b0a7f5f8', kind: 'client' },
    })
  throw refuse(world, 'AUTHENTICATION_FAILED', message, { status: hasExactStatuses ? 401 : 403 })
}

type Endpoint = (asked: Asked) => Json

const endpoints: Readonly<Record<string, Endpoint>> = {
  meta: describeServer,
  i: describePerson,
  'i/revoke-token': (asked) => {
    // The endpoint is `secure`: the pages of the server alone may call it.
    if (!asked.token || asked.token.permissions) throw refuse(asked.world, 'ACCESS_DENIED', 'Access denied.')
    return null
  },
  'notes/create': createNote,
  'notes/delete': deleteNote,
  'notes/show': readNote,
  'users/notes': listNotes,
  'drive/files/delete': deleteFile,
  'channels/followed': (asked) => {
    authorize(asked, 'read:channels')
    validate(asked, { limit: isCount })
    return listChannels(asked, ({ isFollowed }) => isFollowed)
  },
  'channels/featured': (asked) => listChannels(asked, () => true),
  'channels/search': (asked) => {
    validate(asked, { query: isText, type: isText, limit: isCount }, ['query'])
    const words = String(asked.params.query).toLowerCase()
    return listChannels(asked, ({ name }) => name.toLowerCase().includes(words))
  },
}

function perform(asked: Asked, endpoint: string): Json {
  const checked = /^miauth\/([^/]+)\/check$/.exec(endpoint)?.[1]
  if (checked !== undefined) return checkSession(asked, decodeURIComponent(checked))
  const known = Object.hasOwn(endpoints, endpoint) ? endpoints[endpoint] : undefined
  if (!known) throw refuse(asked.world, 'UNKNOWN_API_ENDPOINT', 'Unknown API endpoint.', { status: 404 })
  return known(asked)
}

function listChannels(
  { world }: Asked,
  isFitting: (channel: FakeWorld['channels'][number]) => boolean,
): Json {
  return world.channels.filter(isFitting).map(({ id, name }) => {
    return { id, name, description: `About ${name.toLowerCase()}`, isArchived: false }
  })
}

function describeServer(asked: Asked): JsonObject {
  validate(asked, { detail: isFlag })
  const { variant, url } = asked.world
  const { version, maxText, meta, policies } = variant
  return { version, uri: url, maxNoteTextLength: maxText, ...meta, ...(policies ? { policies } : {}) }
}

function describePerson(asked: Asked): JsonObject {
  const { id, username, isSilenced } = authorize(asked, 'read:account')
  validate(asked, {})
  const { policies } = asked.world.variant
  const own = policies ? { policies: { ...policies, canPublicNote: !isSilenced } } : {}
  const avatarUrl = `${asked.world.url}/avatar.webp`
  return { id, username, name: 'Harbour Bakery', host: null, avatarUrl, isSilenced, ...own }
}

/** The page of MiAuth. A person who says no stays on it. Source: miauth.vue. */
function signIn(world: FakeWorld, session: string, call: FakeCall): FakeAnswer {
  const query = call.url.searchParams
  const permissions = (query.get('permission') ?? '').split(',').filter((each) => each !== '')
  const page = (text: string) => ({
    status: 200,
    json: null,
    bytes: { bytes: Buffer.from(text), mimeType: 'text/html; charset=utf-8' },
  })
  if (call.method === 'GET')
    return page(
      consentPage(
        call.url,
        { scopes: permissions },
        world.people.map(({ username }) => username),
      ),
    )
  const form = new URLSearchParams(call.body.toString())
  if (form.get('decision') !== 'allow') return page('<!doctype html><title>Denied</title><h1>Denied</h1>')
  const given = form.has('scope')
    ? permissions.filter((each) => form.getAll('scope').includes(each))
    : permissions
  const person = personNamed(world, form.get('person') ?? 'alice')
  world.sessions.set(session, giveToken(world, given, person))
  const back = new URL(query.get('callback') ?? '')
  if (!/^https?:$/.test(back.protocol)) return { status: 400, json: null }
  back.searchParams.set('session', session)
  return { status: 303, json: null, headers: { location: back.href } }
}

/** Gives the token of a session once. */
function checkSession({ world }: Asked, session: string): JsonObject {
  const token = world.sessions.get(session)
  if (token === undefined) return { ok: false }
  world.sessions.delete(session)
  const { id = '', username = '' } = world.tokens.get(token)?.person ?? {}
  return { ok: true, token, user: { id, username } }
}

function ok(json: Json): FakeAnswer {
  return { status: 200, json }
}
