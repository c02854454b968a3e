import { Type } from 'typebox'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type Identified,
  type RedirectConnect,
  type RedirectIo,
} from '../connector.ts'
import { fetchGraph, graphVersionOf } from '../kit/graph/graph.ts'
import { tradeToken } from '../kit/graph/graph-tokens.ts'
import type { Dialect } from '../kit/json-api.ts'
import { readObject } from '../kit/json-api.ts'
import { keptScopes, type Tokens } from '../kit/oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import { type CodeFlow, clientWith, plainOAuth } from '../kit/oauth/oauth-server.ts'
import { graphs } from './api.ts'
import { instagramKeys } from './app.ts'
import { describeProfile, type LoginGrant, refreshedFrom } from './profile.ts'
import { readCredentials, readSettings } from './settings.ts'

const publishing = ['instagram_business_basic', 'instagram_business_content_publish']
const scopes = [...publishing, 'instagram_business_manage_comments', 'instagram_business_manage_insights']

/** Signs in at Instagram itself: one professional account, without a Page. */
export const connectByInstagram: RedirectConnect = {
  kind: 'redirect',
  way: 'instagram_login',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https', 'public_media'],
  begin: async (_input, io) => beginByState(flowOf(await io.app()), io),
  finish,
  refresh: async (account, credentials, io) => refreshedFrom(await renew(account, credentials, io), account),
  // Instagram has no call that ends a token: README.md says where a person ends it.
  revoke: async () => undefined,
}

/** Errors of its sign-in are `{"error_type": "OAuthException", "code": 400, "error_message": "…"}`. */
const signInDialect: Dialect = {
  name: 'Instagram',
  code: ({ json }) => textOf(asObject(json)?.error) ?? textOf(asObject(json)?.error_type),
  words: ({ json }) => textOf(asObject(json)?.error_message) ?? textOf(asObject(json)?.error_description),
  limitedUntil: () => null,
}

/** Source: developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login. */
function flowOf(app: JsonObject): CodeFlow {
  const { clientId, clientSecret } = instagramKeys(app)
  return {
    client: clientWith(clientId, clientSecret, 'post'),
    scopes,
    server: {
      ...plainOAuth,
      dialect: signInDialect,
      authorizeUrl: 'https://www.instagram.com/oauth/authorize',
      tokenUrl: 'https://api.instagram.com/oauth/access_token',
      usesPkce: false,
      scopeSeparator: ',',
      tokenType: null,
    },
  }
}

async function finish(
  callback: URLSearchParams,
  keep: JsonObject,
  io: RedirectIo,
): Promise<readonly Candidate[]> {
  const app = await io.app()
  const flow = flowOf(app)
  const short = await finishByState(flow, callback, keep, {
    ...io,
    fetch: async (...call) => unwrap(await io.fetch(...call)),
  })
  const granted = readPermissions(short.answer)
  const missing = publishing.filter((scope) => !granted.includes(scope))
  if (missing.length > 0)
    throw new Failure(
      'forbidden',
      sentence('{missing} must be allowed. Sign in again and allow everything that is asked.', {
        missing: missing.join(' and '),
      }),
    )
  const query = { grant_type: 'ig_exchange_token', client_secret: instagramKeys(app).clientSecret }
  const token = await askForToken('/access_token', query, short.accessToken, 'code', app, io)
  const found = await readProfile({ ...givenBy(token, io), granted }, app, io)
  return [{ profile: found, suggested: true, reason: null }]
}

/** Some answers wrap the token in a list. */
function unwrap(answer: OutboundAnswer): OutboundAnswer {
  const { data } = asObject(answer.json) ?? {}
  return isArray(data) ? { ...answer, json: data[0] ?? null } : answer
}

/** The permissions that were given; all that were asked for where it does not say. */
function readPermissions({ permissions }: JsonObject): string[] {
  const names = isArray(permissions) ? permissions : textOf(permissions)?.split(',')
  return names ? keptScopes(names) : scopes
}

function givenBy({ accessToken, expiresAt }: Tokens, io: ConnectIo): Omit<LoginGrant, 'granted' | 'userIds'> {
  return { login: 'instagram', token: accessToken, issuedAt: io.now(), expiresAt }
}

/** Trades a token for one of 60 days. Its errors are those of the API. */
function askForToken(
  path: string,
  query: Readonly<Record<string, string>>,
  token: string,
  stage: 'code' | 'refresh',
  app: JsonObject,
  io: ConnectIo,
): Promise<Tokens> {
  const { instagram: graph } = graphs
  const flow = flowOf(app)
  const ofApi = { ...flow, server: { ...flow.server, dialect: graph.dialect } }
  return tradeToken({ graph, flow: ofApi, stage }, path, { ...query, access_token: token }, io)
}

/** The profile of a token. Its id may come as a number of more digits than a number holds. @throws Failure */
async function readProfile(
  given: Omit<LoginGrant, 'userIds'>,
  app: JsonObject,
  io: ConnectIo,
): Promise<Identified> {
  const query = { fields: 'id,user_id,username,name,profile_picture_url,account_type' }
  const { instagram } = graphs
  const answer = await fetchGraph(instagram, graphVersionOf(app), { path: '/me', query }, given.token, io)
  const body = readObject(instagram.dialect, answer)
  const externalId = textOf(body.user_id) ?? /"user_id"\s*:\s*(\d{1,30})/.exec(answer.text)?.[1]
  if (externalId === undefined)
    throw new Failure('unavailable', 'Instagram does not say whose access this is.')
  // The app knows the person by a number of its own too.
  const ownId = textOf(body.id) ?? /"id"\s*:\s*(\d{1,30})/.exec(answer.text)?.[1]
  const userIds = [ownId ?? ''].filter(({ length }) => length > 0 && length <= 100)
  return describeProfile(externalId, body, { ...given, userIds })
}

const renewAfterMs = 7 * 24 * 3_600_000

/** A token of at least a day is renewed; a younger one is only found good. It ends after 60 days without that. */
async function renew(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Identified> {
  const app = await io.app()
  const { accessToken, issuedAtMs, expiresAtMs } = readCredentials(credentials)
  const { granted } = readSettings(account)
  if (io.now().getTime() - issuedAtMs < renewAfterMs) {
    const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs)
    const issuedAt = new Date(issuedAtMs)
    return readProfile({ login: 'instagram', granted, token: accessToken, issuedAt, expiresAt }, app, io)
  }
  const query = { grant_type: 'ig_refresh_token' }
  const token = await askForToken('/refresh_access_token', query, accessToken, 'refresh', app, io)
  return readProfile({ ...givenBy(token, io), granted }, app, io)
}
