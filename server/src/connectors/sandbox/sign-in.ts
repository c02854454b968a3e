import { createHash, randomBytes } from 'node:crypto'
import Type from 'typebox'
import { isArray, isObject, type JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Candidate, Failure, type RedirectConnect, type RedirectIo } from '../connector.ts'
import { callFor, origin, refusalOf, textOf } from './api.ts'
import { readProfile, refresh, revoke } from './connect.ts'

const scopes = ['read', 'publish']

// A sign-in that gets no token in this time gets none.
const tokenMs = 15_000

/** Connects by the consent page of the network: OAuth 2 with PKCE and a request that is pushed ahead (RFC 9126). */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: false,
  needs: [],
  begin: async (_input, io) => {
    const verifier = randomBytes(32).toString('base64url')
    const content = JSON.stringify({
      space: io.space,
      redirect_uri: io.redirectUri,
      state: io.state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      scope: scopes.join(' '),
    })
    const body = { type: 'application/json', content }
    return {
      url: textOf(await callFor(io, null, 'POST', '/oauth/authorizations', body), 'url'),
      keep: { verifier },
    }
  },
  finish: async (callback, keep, io) => {
    const granted = await askForToken(readCode(callback), textOf(keep, 'verifier'), io)
    const given = String(granted.scope).split(' ')
    if (!scopes.every((scope) => given.includes(scope)))
      throw new Failure('forbidden', 'Reading was allowed, but not publishing. Sign in again and allow both.')
    return isArray(granted.profiles) ? granted.profiles.filter(isObject).map(toCandidate) : []
  },
  refresh,
  revoke,
}

function readCode(callback: URLSearchParams): string {
  // An answer of another server to our question is an attack (RFC 9207).
  if (callback.get('iss') !== origin)
    throw new Failure('invalid', 'The answer came from a different server from the one that was asked.')
  const error = callback.get('error')
  if (error === 'access_denied')
    throw new Failure('forbidden', 'Access was refused. Sign in again and allow it.')
  const code = callback.get('code')
  if (error === null && code !== null) return code
  throw new Failure('invalid', 'The sign-in came back without a code. Sign in again.')
}

async function askForToken(code: string, verifier: string, io: RedirectIo): Promise<JsonObject> {
  const content = JSON.stringify({ code, code_verifier: verifier, redirect_uri: io.redirectUri })
  const answer = await io.fetch(
    {
      method: 'POST',
      url: `${origin}/oauth/token`,
      headers: { 'content-type': 'application/json' },
      body: content,
    },
    { timeoutMs: tokenMs, maxBytes: 1_000_000 },
  )
  const refusal = refusalOf(answer)
  if (refusal) throw refusal
  if (answer.status === 200 && isObject(answer.json)) return answer.json
  throw new Failure(
    'unavailable',
    sentence('The sandbox answered {status} without a token. Sign in again.', { status: answer.status }),
  )
}

function toCandidate(profile: JsonObject, index: number): Candidate {
  const isLocked = profile.is_locked === true
  return {
    profile: readProfile(profile),
    suggested: index === 0 && !isLocked,
    reason: isLocked ? 'Only the owner of this profile may connect it.' : null,
  }
}
