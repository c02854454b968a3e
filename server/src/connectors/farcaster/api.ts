import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import { type ApiCall, makeRequest, makeUnavailable, readObject } from '../kit/json-api.ts'
import { dialect, readRefusal } from './refusals.ts'
import { readCredentials } from './settings.ts'

export const origin = 'https://api.neynar.com'

/** The key and the signer that calls carry. */
export interface Access {
  readonly apiKey: string
  readonly signerUuid: string
  /** Whether the key is the person's own, and not the operator's. */
  readonly isOwnKey: boolean
}

/** @throws Failure `app_unusable` where the operator's key is needed and none is set */
export async function accessOf(credentials: JsonObject, io: Pick<ConnectIo, 'app'>): Promise<Access> {
  const { signerUuid, apiKey } = readCredentials(credentials)
  return apiKey === null
    ? { apiKey: await readOperatorsKey(io), signerUuid, isOwnKey: false }
    : { apiKey, signerUuid, isOwnKey: true }
}

export async function readOperatorsKey(io: Pick<ConnectIo, 'app'>): Promise<string> {
  return textOf((await io.app()).api_key) ?? ''
}

/** The header that gives access. Source: the security scheme ApiKeyAuth of Neynar's description. */
export function keyHeader({ apiKey }: Pick<Access, 'apiKey'>): { 'x-api-key': string } {
  return { 'x-api-key': apiKey }
}

/** A call that may be repeated; the answer, whatever it says. @throws Failure when none came */
export function askNeynar(
  call: ApiCall,
  access: Access,
  io: ConnectIo,
  within?: FetchLimits,
): Promise<OutboundAnswer> {
  return io.fetch(makeRequest(origin, { ...call, headers: keyHeader(access) }), within)
}

/** The meaning of a refusal of a call that may be repeated. Any answer that no list names is `unavailable`. */
export function failureOfCall(answer: OutboundAnswer, access: Access, io: Pick<ConnectIo, 'now'>): Failure {
  return readRefusal(answer, access, io.now()) ?? makeUnavailable(dialect, answer)
}

/** The answer as an object. @throws Failure unless the call succeeded */
export function readSuccess(answer: OutboundAnswer, access: Access, io: Pick<ConnectIo, 'now'>): JsonObject {
  if (answer.status !== 200) throw failureOfCall(answer, access, io)
  return readObject(dialect, answer)
}

/** A list of objects in an answer, from end to end: a part of one shows nothing. @throws Failure */
export function readList(json: Json | undefined): JsonObject[] {
  const items = isArray(json) ? json.map(asObject) : [null]
  const whole = items.filter((item) => item !== null)
  if (whole.length === items.length) return whole
  throw new Failure('unavailable', 'Neynar did not show the whole list.')
}

/** The hash of a cast as we write it; null for anything else. Neynar's description allows hashes without `0x`. */
export function readHash(json: Json | undefined): string | null {
  const digits = /^(?:0x)?([0-9a-f]{40})$/i.exec(textOf(json) ?? '')?.[1]
  return digits === undefined ? null : `0x${digits.toLowerCase()}`
}

/** The number of an account; null for anything else. */
export function readFid(json: Json | undefined): number | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? json : null
}
