import { isValidDid } from '@atproto/syntax'
import { type Static, Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Candidate,
  type ConnectIo,
  Failure,
  type RedirectConnect,
  type RedirectIo,
} from '../connector.ts'
import { anyObject, nullable, stored, text } from '../kit/media/stored.ts'
import { makeKey, openDpop } from '../kit/oauth/dpop.ts'
import { dropToken, finishCode, pushCode } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { openCredentials } from './access.ts'
import { findKnownServer, findSignInPlace, requireHome, type SignInPlace } from './authorization.ts'
import { directoryField, readOrigin } from './form.ts'
import { broadScopes, makeClientId, openClient, scopes } from './oauth-client.ts'
import { askSession, refresh, revoke } from './oauth-session.ts'
import { askLimits } from './server-limits.ts'
import { askProfile, profileUrlOf } from './session.ts'
import { defaultDirectory, defaultService, type Grant, writeGrant, writeSettings } from './settings.ts'

const fields = Type.Object(
  {
    account: Type.String({
      title: 'Handle or server',
      description:
        'The handle of the account, such as alice.bsky.social, or the https address of its server.',
      default: defaultService,
      minLength: 3,
      maxLength: 300,
    }),
    resolver: Type.Optional(
      Type.String({
        title: 'Server that knows handles',
        description: 'The server that finds accounts by their handles, for networks that have their own.',
        default: defaultService,
        maxLength: 300,
      }),
    ),
    directory: directoryField,
  },
  { additionalProperties: false },
)

/** Connects on the page of the account’s own server, which gives tokens that nobody can use without our key. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields,
  needsApp: false,
  needs: ['https_or_loopback'],
  begin,
  finish,
  refresh,
  revoke,
}

const keep = Type.Object({
  issuer: text,
  clientId: text,
  verifier: text,
  dpopKey: anyObject,
  directory: text,
  /** The account that signs in, where it is known. */
  did: nullable(text),
})

type Keep = Static<typeof keep>

const storedKeep = stored(keep, 'This sign-in was stored incompletely.')

async function begin(input: JsonObject, io: RedirectIo): Promise<{ url: string; keep: JsonObject }> {
  const resolver = readOrigin(textOf(input.resolver) ?? defaultService, defaultService)
  const directory = readOrigin(textOf(input.directory) ?? defaultDirectory, defaultDirectory)
  const place = await findSignInPlace(textOf(input.account) ?? '', { resolver, directory }, io)
  const { issuer } = place.server
  const [clientId, dpopKey] = [makeClientId(io.redirectUri, io.publicUrl), await makeKey()]
  const { url, verifier } = await pushScopes(place, clientId, dpopKey, io)
  const begun = { issuer, clientId, verifier: verifier ?? '', dpopKey, directory, did: place.did }
  return { url, keep: storedKeep.write(begun) }
}

/** Asks for the least, and for the broad scope where a server knows nothing smaller. */
async function pushScopes(
  { server, loginHint }: SignInPlace,
  clientId: string,
  dpopKey: JsonObject,
  io: RedirectIo,
): Promise<{ url: string; verifier: string | null }> {
  const [client, dpop] = await Promise.all([openClient(clientId, io), openDpop(dpopKey)])
  const hinting = { ...server, authorizeWith: loginHint === null ? {} : { login_hint: loginHint } }
  try {
    return await pushCode({ server: hinting, client, dpop, scopes }, server.pushUrl, io)
  } catch (error) {
    if (!(error instanceof Failure) || error.platformCode !== 'invalid_scope') throw error
    return pushCode({ server: hinting, client, dpop, scopes: broadScopes }, server.pushUrl, io)
  }
}

async function finish(callback: URLSearchParams, kept: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const begun = storedKeep.read(kept)
  const flow = {
    server: await findKnownServer(begun.issuer, io),
    client: await openClient(begun.clientId, io),
    dpop: await openDpop(begun.dpopKey),
    scopes,
  }
  const tokens = await finishCode(flow, callback, begun.verifier, io)
  try {
    return [await readCandidate(begun, tokens, io)]
  } catch (error) {
    await dropToken(flow, tokens.accessToken, io)
    throw error
  }
}

async function readCandidate(begun: Keep, tokens: Tokens, io: ConnectIo): Promise<Candidate> {
  const { issuer, directory } = begun
  const did = readSubject(begun, tokens)
  const grant = readTokens(begun, tokens)
  const service = await requireHome(did, issuer, directory, io)
  const limits = await askLimits(service, io)
  const credentials = writeGrant(grant)
  const { handle } = await askSession(service, did, await openCredentials(credentials, io), io)
  const username = handle ?? did
  const { displayName, avatarUrl } = await askProfile(service, did, io)
  return {
    suggested: true,
    reason: null,
    profile: {
      externalId: did,
      username,
      displayName: displayName ?? username,
      avatarUrl,
      profileUrl: profileUrlOf(did),
      settings: writeSettings({ service, did, home: service, issuer, directory, ...limits }),
      credentials,
      expiresAt: tokens.expiresAt,
    },
  }
}

function readSubject({ did, issuer }: Keep, { answer }: Tokens): string {
  const subject = textOf(answer.sub)
  if (!isValidDid(subject))
    throw new Failure('unavailable', sentence('{issuer} did not say who signed in.', { issuer }))
  if (did === null || did === subject) return subject
  const text =
    'Somebody signed in as a different account from the one that was named. Sign in as that account.'
  throw new Failure('invalid', text)
}

function readTokens({ dpopKey, clientId }: Keep, { accessToken, refreshToken, granted }: Tokens): Grant {
  const isEnough = granted.includes('transition:generic') || scopes.every((scope) => granted.includes(scope))
  if (!isEnough)
    throw new Failure(
      'forbidden',
      'Publishing was not fully allowed. Sign in again and allow everything that is asked.',
    )
  if (refreshToken === null)
    throw new Failure('unavailable', 'The server gave access that ends soon and cannot be renewed.')
  return { accessToken, refreshToken, dpopKey, clientId }
}
