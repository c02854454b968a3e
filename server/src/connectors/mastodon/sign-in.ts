import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Candidate, Failure, type RedirectConnect, type RedirectIo } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { beginCode, dropToken, finishCode, revokeToken, tradeCode } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import type { CodeFlow } from '../kit/oauth/oauth-server.ts'
import { makeCredentials, refresh, revoke } from './access.ts'
import { findSignIn, flowOf, type SignInServer, signInServer } from './code-flow.ts'
import { describeAccount } from './describe-account.ts'
import { readInstance, readInstanceOrigin, readSoftware, serverField } from './instance.ts'
import { findRegistration, type Registration, registerOnce, replaceRegistration } from './registration.ts'
import { rulesOf } from './software.ts'

/** Connects on the server's own page, by OAuth 2, as an app that Crier registers at each server. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({ instance: serverField }, { additionalProperties: false }),
  needsApp: false,
  needs: [],
  begin,
  finish,
  refresh,
  revoke,
}

/** The secrets and the server of a sign-in, kept until its person comes back. */
const kept = stored(
  Type.Object({
    instance: text,
    verifier: nullable(text),
    clientId: text,
    clientSecret: text,
    redirectUri: text,
    /** The requested scopes, separated by spaces. */
    scopes: text,
    server: signInServer,
  }),
  'This sign-in was kept without its server.',
)

async function begin(input: JsonObject, io: RedirectIo): Promise<{ url: string; keep: JsonObject }> {
  const instance = readInstanceOrigin(input)
  // Nothing is registered at a server that does not speak this API.
  await readInstance(instance, io)
  const { software } = await readSoftware(instance, io)
  const { server, scopes } = await findSignIn(instance, rulesOf(software), io)
  const registration = rulesOf(software).mixesUpSignIns
    ? await registerOnce(instance, scopes, io)
    : await findKnown(instance, server, scopes, io)
  const { url, verifier } = await beginCode(flowOf(server, registration), io)
  return { url, keep: kept.write({ instance, verifier, ...registration, server }) }
}

/**
 * A registration that the server still knows: a person would only see an error there otherwise, and never come back.
 * @throws Failure
 */
async function findKnown(
  instance: string,
  server: SignInServer,
  scopes: readonly string[],
  io: RedirectIo,
): Promise<Registration> {
  const { registration, isNew } = await findRegistration(instance, scopes, io)
  const isKnown = isNew || (await isRegistered(flowOf(server, registration), io))
  return isKnown ? registration : replaceRegistration(instance, registration, io)
}

/**
 * Sends a made-up code: a server checks the client before the code, so its answer shows whether it still knows the
 * client.
 * @throws Failure when it is away
 */
async function isRegistered(flow: CodeFlow, io: RedirectIo): Promise<boolean> {
  try {
    const { accessToken } = await tradeCode(flow, 'is-crier-still-registered', noVerifier(flow), io)
    // It must not have given one for that.
    await revokeToken(flow, accessToken, 'access_token', io)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'unavailable' || error.kind === 'rate_limited')
      throw error
    return !isForgotten(error)
  }
  return true
}

function noVerifier({ server }: CodeFlow): string | null {
  return server.usesPkce ? '0'.repeat(43) : null
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const { instance, verifier, server, ...registration } = kept.read(keep)
  const flow = flowOf(server, registration)
  const tokens = await finishAtServer(instance, registration, io, () =>
    finishCode(flow, callback, verifier, io),
  )
  await requireScopes(flow, tokens, io)
  try {
    const found = await describeAccount(instance, tokens.accessToken, null, io)
    const credentials = makeCredentials(tokens, registration, server)
    const profile = { ...found, credentials, expiresAt: tokens.expiresAt }
    return [{ profile, suggested: true, reason: null }]
  } catch (error) {
    // The sentences there are about tokens that somebody copied.
    if (error instanceof Failure && error.kind === 'unauthorized')
      throw new Failure('forbidden', 'The server gave access, and then refused it. Sign in again.', {
        cause: error,
      })
    throw error
  }
}

/** A registration that was forgotten while its person was there is replaced, so that the next sign-in succeeds. */
async function finishAtServer(
  instance: string,
  registration: Registration,
  io: RedirectIo,
  trade: () => Promise<Tokens>,
): Promise<Tokens> {
  try {
    return await trade()
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'app_unusable') throw error
    if (isForgotten(error)) await replaceRegistration(instance, registration, io)
    // One server alone refuses us: the network as a whole is not to be paused.
    throw new Failure('invalid', 'The server no longer knew Crier. Sign in again.', { cause: error })
  }
}

function isForgotten({ platformCode }: Failure): boolean {
  return platformCode === 'invalid_client' || platformCode === 'unauthorized_client'
}

/** Gives back access that is of no use. @throws Failure `forbidden` */
async function requireScopes(flow: CodeFlow, tokens: Tokens, io: RedirectIo): Promise<void> {
  const { asked, granted, accessToken } = tokens
  const missing = asked.filter(
    (scope) => !granted.some((each) => scope === each || scope.startsWith(`${each}:`)),
  )
  if (missing.length === 0) return
  const failure = new Failure(
    'forbidden',
    sentence(
      'Publishing needs more access than was given: {missing} is missing. Sign in again and allow all of it.',
      { missing: missing.join(', ') },
    ),
  )
  await dropToken(flow, accessToken, io)
  throw failure
}
