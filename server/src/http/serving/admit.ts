import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthenticateKey } from '../../api-keys/create-authenticate-key.ts'
import { authorize, type Needed } from '../../callers/authorize.ts'
import type { RemoteCaller } from '../../context.ts'
import { isForwarded } from '../is-forwarded.ts'
import { authenticate, type Discovery } from './authenticate.ts'
import type { FindPerson } from './create-find-person.ts'
import { type RateLimiter, rateLimited } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the caller is known and on routes without authentication. */
    caller: RemoteCaller | null
    /** When the caller was found, by the clock of `performance`. */
    callerFoundAt: number
  }
  interface FastifyContextConfig {
    discovery?: Discovery
  }
}

export interface AdmissionParts {
  readonly findKey: AuthenticateKey
  readonly findPerson: FindPerson
  readonly limiter: RateLimiter
  /** Whether TRUSTED_PROXIES says whose word about a client's address counts. */
  readonly readsForwarding: boolean
}

/**
 * Finds the caller and counts the request. The scope is asked for here too, so that a request without it is refused before
 * its body is read.
 * @throws Problem 401, 402, 403, 429
 */
export async function admit(
  parts: AdmissionParts,
  needed: Needed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { limiter } = parts
  void reply.header('ratelimit-policy', limiter.policy)
  const caller = await lookCallerUp(parts, request)
  const counted = await limiter.count(caller)
  void reply.header('ratelimit', `"minute";r=${counted.remaining};t=${counted.resetSeconds}`)
  if (!counted.isAdmitted) throw rateLimited(caller, counted)
  authorize(caller, needed)
}

/** Below what is left of a second after the time for which a key is believed. */
const believedMs = 90

/**
 * Looks again whether the caller may do it, where its body took a while: a key that is revoked, or a session that ends, stops also
 * what was begun before. @throws Problem 401, 402, 403
 */
export async function admitAgain(
  parts: AdmissionParts,
  needed: Needed,
  request: FastifyRequest,
): Promise<void> {
  if (performance.now() - request.callerFoundAt > believedMs)
    authorize(await lookCallerUp(parts, request), needed)
}

async function lookCallerUp(parts: AdmissionParts, request: FastifyRequest): Promise<RemoteCaller> {
  request.callerFoundAt = performance.now()
  request.caller = await findCaller(parts, request)
  return request.caller
}

/** Finds the person or the key that sent a request. @throws Problem 401, 403, 422, 429 */
export async function findCaller(
  { findKey, findPerson, readsForwarding }: Omit<AdmissionParts, 'limiter'>,
  request: FastifyRequest,
): Promise<RemoteCaller> {
  const { url, ip, headers } = request
  const isAddressHidden = !readsForwarding && isForwarded(headers)
  const isForAgents = discoveryOf(request) !== null
  const credentials = { authorization: headers.authorization, url, ip, isAddressHidden, isForAgents }
  return (await findPerson(request)) ?? (await authenticate(credentials, findKey))
}

/** How programs get a token for the route of a request; null where a token is good for nothing. */
export function discoveryOf({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): Discovery | null {
  return routeOptions.config?.discovery ?? null
}

export function callerOf(request: FastifyRequest): RemoteCaller {
  if (request.caller === null) throw new Error('A route ran before its caller was known.')
  return request.caller
}
