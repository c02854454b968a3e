import { asObject, isArray, isObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { sentence } from '../../../lib/text/sentence.ts'
import { type ConnectIo, Failure, type RedirectIo } from '../../connector.ts'
import { isToken, keptScopes, readTokens } from '../oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../oauth/oauth-by-state.ts'
import { type CodeFlow, clientWith, plainOAuth } from '../oauth/oauth-server.ts'
import { askGraph, type Graph } from './graph.ts'

/** A sign-in at Facebook, for the networks whose accounts hang on Pages. */
export interface FacebookLogin {
  /** The Graph API at `facebookGraph`. */
  readonly graph: Graph
  /** Such as `v25.0`. */
  readonly version: string
  readonly clientId: string
  readonly clientSecret: string
  /** A configuration of Facebook Login for Business, which then says what is asked; null without one. */
  readonly configId: string | null
  readonly scopes: readonly string[]
  /** The scopes without which nothing can be published. */
  readonly neededScopes: readonly string[]
}

export const facebookGraph = 'https://graph.facebook.com'

/** A person who signed in, by a token of about 60 days. */
export interface FacebookUser {
  /** The person as the app knows them. */
  readonly id: string
  readonly token: string
  readonly granted: readonly string[]
}

/** A Page that the person may see. */
export interface FacebookPage {
  readonly id: string
  readonly name: string
  /** The Page's own token, which has no end; null where the person's role gives none. */
  readonly token: string | null
  /** The tasks that the person has there, such as `CREATE_CONTENT`; null where Facebook does not say. */
  readonly tasks: readonly string[] | null
  /** All that was answered of it. */
  readonly fields: JsonObject
}

/** Facebook’s page to agree on, and what to keep. */
export function beginFacebookLogin(
  login: FacebookLogin,
  io: RedirectIo,
): Promise<{ url: string; keep: JsonObject }> {
  return beginByState(flowOf(login), io)
}

/**
 * Trades the code for a token of the person, and that for one that lasts, from which the tokens of Pages get no end.
 * @throws Failure `forbidden` when the person said no or left out a scope that is needed
 */
export async function finishFacebookLogin(
  login: FacebookLogin,
  callback: URLSearchParams,
  keep: JsonObject,
  io: RedirectIo,
): Promise<FacebookUser> {
  const { accessToken: short } = await finishByState(flowOf(login), callback, keep, io)
  const token = await exchangeToken(login, short, io)
  const granted = await readGranted(login, token, io)
  const missing = login.neededScopes.filter((scope) => !granted.includes(scope))
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'is' : 'are'
    const text = sentence('{missing} {are} missing. Sign in again and allow everything that is asked.', {
      missing: missing.join(', '),
      are,
    })
    throw new Failure('forbidden', text)
  }
  return { id: await readUserId(login, token, io), token, granted }
}

function flowOf({ graph, version, clientId, clientSecret, configId, scopes }: FacebookLogin): CodeFlow {
  return {
    client: clientWith(clientId, clientSecret, 'post'),
    scopes: configId === null ? scopes : [],
    server: {
      ...plainOAuth,
      dialect: graph.dialect,
      authorizeUrl: `https://www.facebook.com/${version}/dialog/oauth`,
      tokenUrl: `${facebookGraph}/${version}/oauth/access_token`,
      usesPkce: false,
      scopeSeparator: ',',
      authorizeWith: configId === null ? {} : { config_id: configId },
      tokenType: null,
      // Source: developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow and the errors it answers.
      refusals: {
        '100/36007': 'ended',
        '100/36009': 'ended',
        '100/36008': 'app',
        '101': 'app',
        '191': 'app',
      },
    },
  }
}

/** A token that has ended cannot be exchanged, so this follows at once. */
async function exchangeToken(login: FacebookLogin, short: string, io: ConnectIo): Promise<string> {
  const flow = flowOf(login)
  const form = new URLSearchParams({
    grant_type: 'fb_exchange_token',
    client_id: login.clientId,
    client_secret: login.clientSecret,
    fb_exchange_token: short,
  })
  const answer = await io.fetch({
    method: 'POST',
    url: flow.server.tokenUrl,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  return readTokens(flow, 'code', answer, [short], io.now()).accessToken
}

/** Ids are numbers of up to 20 digits. */
const longestId = 100

async function readUserId({ graph, version }: FacebookLogin, token: string, io: ConnectIo): Promise<string> {
  const { id } = await askGraph(graph, version, { path: '/me', query: { fields: 'id' } }, token, io)
  const found = textOf(id)
  // Each account that the person connects keeps it.
  if (found === null || found.length > longestId)
    throw new Failure(
      'unavailable',
      sentence('{network} does not say who signed in.', { network: graph.dialect.name }),
    )
  return found
}

/** A person may untick scopes, of which the tokens say nothing. */
async function readGranted({ graph, version }: FacebookLogin, token: string, io: ConnectIo) {
  const { data } = await askGraph(graph, version, { path: '/me/permissions' }, token, io)
  const rows = isArray(data) ? data.filter(isObject) : []
  const granted = rows.filter(({ status }) => status === 'granted')
  return keptScopes(granted.map(({ permission }) => permission))
}

const mostAtOnce = 100
const mostLists = 10
const mostBusinesses = 20

/**
 * Lists the Pages that the person chose, then those of their businesses where that was allowed: at most a thousand each.
 * @param fields what to ask of each Page beside its id, name, token and tasks, such as `picture{url}`
 * @throws Failure
 */
export async function listFacebookPages(
  login: FacebookLogin,
  { token, granted }: FacebookUser,
  fields: string,
  io: ConnectIo,
): Promise<readonly FacebookPage[]> {
  const query = { fields: `id,name,access_token,tasks,${fields}` }
  const own = await listAll(login, '/me/accounts', query, token, io)
  const theirs = granted.includes('business_management')
    ? await listBusinessPages(login, query, token, io)
    : []
  const pages = [...own, ...theirs].flatMap((body) => readPage(body) ?? [])
  // A Page of a business stands in both lists, and in one of them perhaps without its token.
  const byId = new Map<string, FacebookPage>()
  for (const page of pages) if (byId.get(page.id)?.token == null) byId.set(page.id, page)
  return [...byId.values()]
}

async function listBusinessPages(
  login: FacebookLogin,
  query: { readonly fields: string },
  token: string,
  io: ConnectIo,
): Promise<JsonObject[]> {
  const list = (path: string, asked: { readonly fields: string }) =>
    listAll(login, path, asked, token, io).catch(nothingIfRefused)
  const businesses = await list('/me/businesses', { fields: 'id' })
  const ids = businesses.flatMap(({ id }) => textOf(id) ?? []).slice(0, mostBusinesses)
  const pages: JsonObject[] = []
  for (const id of ids.map(encodeURIComponent)) {
    pages.push(...(await list(`/${id}/owned_pages`, query)), ...(await list(`/${id}/client_pages`, query)))
  }
  return pages
}

/** The Pages of a business are a bonus: a role that may not list them ends no sign-in. */
function nothingIfRefused(error: unknown): JsonObject[] {
  if (error instanceof Failure && (error.kind === 'forbidden' || error.kind === 'invalid')) return []
  throw error
}

/** The address of the next list holds the token, so it is built from its cursor instead. */
async function listAll(
  { graph, version }: FacebookLogin,
  path: string,
  query: { readonly fields: string },
  token: string,
  io: ConnectIo,
): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  let after: string | null = null
  for (let lists = 0; lists < mostLists; lists++) {
    const asked = { ...query, limit: String(mostAtOnce), ...(after === null ? {} : { after }) }
    const answer = await askGraph(graph, version, { path, query: asked }, token, io)
    found.push(...(isArray(answer.data) ? answer.data.filter(isObject) : []))
    const paging = asObject(answer.paging)
    after = textOf(asObject(paging?.cursors)?.after)
    if (after === null || textOf(paging?.next) === null) break
  }
  return found
}

function readPage(body: JsonObject): FacebookPage | null {
  const [id, name] = [textOf(body.id), textOf(body.name)]
  if (id === null || name === null) return null
  const tasks = isArray(body.tasks) ? body.tasks.flatMap((task) => textOf(task) ?? []) : null
  const token = textOf(body.access_token)
  return { id, name, token: token !== null && isToken(token) ? token : null, tasks, fields: body }
}
