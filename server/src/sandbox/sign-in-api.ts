import { setTimeout as pause } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { JsonObject } from '../lib/json/json.ts'
import {
  type authorizationBody,
  type Grant,
  pushAuthorization,
  type tokenBody,
  tradeCode,
} from './authorization.ts'
import type { Network, NetworkAnswer } from './network.ts'
import type { SandboxProfile } from './profile.ts'

/** Notes a sign-in, and answers the address of its consent page. */
export async function beginSignIn(
  { db, publicUrl }: Network,
  request: Static<typeof authorizationBody>,
): Promise<NetworkAnswer> {
  const secret = await pushAuthorization(db, request)
  return { kind: 'json', status: 201, body: { url: `${publicUrl}/sandbox/sign-in/${secret}` } }
}

const slowMs = 3_000

/** Answers a token in the way that the person chose on the consent page. @throws Refusal 400 */
export async function answerToken(
  { db }: Network,
  request: Static<typeof tokenBody>,
  show: (profile: SandboxProfile) => JsonObject,
): Promise<NetworkAnswer> {
  const grant = await tradeCode(db, request)
  switch (grant.behavior) {
    case 'lose_token':
      return { kind: 'dropped' }
    case 'never':
      return { kind: 'hung' }
    case 'not_json':
      return { kind: 'page', status: 200, text: '<!doctype html><title>Down for maintenance</title>' }
    case 'slow':
      await pause(slowMs)
      return written(grant, show)
    default:
      return written(grant, show)
  }
}

function written({ scope, profiles }: Grant, show: (profile: SandboxProfile) => JsonObject): NetworkAnswer {
  const shown = profiles.map(({ profile, token, isLocked }) => ({
    ...show(profile),
    token,
    is_locked: isLocked,
  }))
  return { kind: 'json', status: 200, body: { scope, profiles: shown } }
}
