import { Type } from 'typebox'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type RedirectConnect,
  type Refreshed,
} from '../connector.ts'
import { cleanToken } from '../kit/clean-token.ts'
import {
  beginFacebookLogin,
  type FacebookLogin,
  type FacebookPage,
  finishFacebookLogin,
  listFacebookPages,
} from '../kit/graph/facebook-login.ts'
import { graphVersionOf } from '../kit/graph/graph.ts'
import { isToken } from '../kit/oauth/oauth-answers.ts'
import { callerOf, callFacebook, graph, site } from './api.ts'
import { readAppScopes } from './app.ts'
import { inspectToken, type TokenFacts } from './inspect-token.ts'
import { readToken, writeCredentials, writeSettings } from './settings.ts'

const neededScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']
const pageFields = 'username,picture{url}'

/** Connects Pages by Facebook Login. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https'],
  begin: async (_input, io) => beginFacebookLogin(loginOf(await io.app()), io),
  finish: async (callback, keep, io) => {
    const login = loginOf(await io.app())
    const user = await finishFacebookLogin(login, callback, keep, io)
    const facts = await inspectToken(user.token, io)
    const pages = await listFacebookPages(login, user, pageFields, io)
    return pages.map((page, index) => describeCandidate(page, index, { ...facts, scopes: user.granted }))
  },
  refresh,
  revoke,
}

function loginOf(app: JsonObject): FacebookLogin {
  return {
    graph,
    version: graphVersionOf(app),
    clientId: textOf(app.client_id) ?? '',
    clientSecret: textOf(app.client_secret) ?? '',
    configId: textOf(app.config_id),
    scopes: readAppScopes(app),
    neededScopes,
  }
}

function describeCandidate(
  { token, tasks, fields }: FacebookPage,
  index: number,
  { scopes, userIds, dataAccessEndsAt }: TokenFacts,
): Candidate {
  const mayPublish = tasks === null || tasks.includes('CREATE_CONTENT') || tasks.includes('MANAGE')
  const reason =
    token !== null && mayPublish ? null : 'Your role on this Page does not allow you to create content.'
  const credentials = token === null ? {} : writeCredentials({ pageToken: token })
  const settings = writeSettings({ granted: [...scopes], userIds: [...userIds] })
  const profile = { ...describePage(fields), settings, credentials, expiresAt: dataAccessEndsAt }
  return { profile, suggested: index === 0 && reason === null, reason }
}

/** @throws Failure where it has no id */
function describePage(
  body: JsonObject,
): Pick<Identified, 'externalId' | 'username' | 'displayName' | 'avatarUrl' | 'profileUrl'> {
  const id = textOf(body.id)
  if (id === null || !/^\d{1,40}$/.test(id))
    throw new Failure('unavailable', 'Facebook did not say which Page this is.')
  const name = textOf(body.name) ?? id
  return {
    externalId: id,
    username: textOf(body.username) ?? name,
    displayName: name,
    avatarUrl: readWebAddress(textOf(asObject(asObject(body.picture)?.data)?.url)),
    profileUrl: `${site}/${id}`,
  }
}

/** Connects one Page by a token that somebody made, such as one of a system user, which has no end. */
export const connectByToken: FormConnect = {
  kind: 'form',
  way: 'token',
  fields: Type.Object(
    {
      page_id: Type.String({
        title: 'Page ID',
        description: 'The number of the Page, which stands in its settings under Page transparency.',
        pattern: '^[0-9]{1,40}$',
      }),
      access_token: Type.String({
        title: 'Access token',
        description:
          'A token of the Page, or of a system user with a role on it, made with the app of this server.',
        format: 'password',
        minLength: 1,
        maxLength: 2_000,
      }),
    },
    { additionalProperties: false },
  ),
  needsApp: true,
  needs: [],
  identify: async (input, io) => {
    const token = cleanToken(input.access_token)
    const { scopes, userIds, dataAccessEndsAt } = await inspectToken(token, io)
    const missing = neededScopes.slice(1).filter((scope) => !scopes.includes(scope))
    if (missing.length > 0)
      throw new Failure(
        'forbidden',
        sentence('This token is not for {missing}. Make one that is.', { missing: missing.join(' and ') }),
      )
    const caller = { token, version: graphVersionOf(await io.app()) }
    const query = { fields: `id,name,access_token,${pageFields}` }
    const body = await callFacebook({ path: `/${textOf(input.page_id)}`, query }, caller, io)
    const pageToken = textOf(body.access_token)
    if (pageToken === null || !isToken(pageToken))
      throw new Failure('forbidden', 'This token gives no access to that Page.')
    return {
      ...describePage(body),
      settings: writeSettings({ granted: [...scopes], userIds: [...userIds] }),
      credentials: writeCredentials({ pageToken }),
      expiresAt: dataAccessEndsAt,
    }
  },
  refresh,
  revoke,
}

/**
 * The token of a Page has no end and cannot be renewed. This finds out whether it is still good and until when Facebook lets
 * the app read, which only the person prolongs by signing in again.
 */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { scopes, userIds, dataAccessEndsAt } = await inspectToken(readToken(credentials), io)
  const query = { fields: `id,name,${pageFields}` }
  const caller = await callerOf(credentials, io)
  const body = await callFacebook({ path: `/${account.externalId}`, query }, caller, io)
  const { externalId, ...profile } = describePage(body)
  if (externalId !== account.externalId)
    throw new Failure('unauthorized', 'This token now belongs to another Page. Connect the Page again.')
  const settings = writeSettings({ granted: [...scopes], userIds: [...userIds] })
  return { credentials, expiresAt: dataAccessEndsAt, profile: { ...profile, settings } }
}

/** Facebook ends no single token: only the person removes the app, and with it the access to all their Pages. */
async function revoke(): Promise<void> {
  return
}
