import { Type } from 'typebox'
import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Candidate,
  type ConnectIo,
  Failure,
  type RedirectConnect,
  type RedirectIo,
} from '../connector.ts'
import { keptScopes } from '../kit/oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import { readProfile, refresh, revoke, takeLongToken } from './access.ts'
import { callThreads } from './api.ts'
import { flowOf, neededScopes } from './app.ts'
import { readToken, writeSettings } from './settings.ts'

/** Connects the profile that is signed in at Threads, by its page for apps. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https', 'public_media'],
  begin: async (_input, io) => beginByState(flowOf(await io.app()), io),
  finish,
  refresh,
  revoke,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const flow = flowOf(await io.app())
  const { accessToken } = await finishByState(flow, callback, keep, io)
  const { credentials, expiresAt } = await takeLongToken(flow, accessToken, io)
  const token = readToken(credentials)
  const scopes = await readScopes(token, io)
  const missing = neededScopes.filter((scope) => scopes !== null && !scopes.includes(scope))
  if (missing.length > 0) {
    const text = sentence(
      'Publishing needs more access than was given: {missing} is missing. Sign in again and allow all of it.',
      { missing: missing.join(', ') },
    )
    throw new Failure('forbidden', text)
  }
  const profile = await readProfile(token, io)
  const { displayName, ...named } = profile
  const settings = writeSettings({ scopes })
  const found = { ...named, displayName: displayName ?? named.username, settings, credentials, expiresAt }
  return [{ profile: found, suggested: true, reason: null }]
}

/**
 * The permissions of a token. Null where Threads does not say: the documentation lets only testers of the app ask.
 * Source: developers.facebook.com/documentation/threads/troubleshooting/debug-access-token.
 */
async function readScopes(token: string, io: ConnectIo): Promise<string[] | null> {
  try {
    const { json } = await callThreads({ path: '/debug_token', query: { input_token: token } }, token, io)
    const scopes = asObject(asObject(json)?.data)?.scopes
    return isArray(scopes) ? keptScopes(scopes) : null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
