import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import { bearer, type Dialect, makeUnavailable } from '../kit/json-api.ts'
import { readRefusal } from './refusals.ts'

export const origin = 'https://api.vk.com'
export const website = 'https://vk.com'

/** The version of the API that VK's own description has. */
const version = '5.199'

/**
 * Refusals come with the status 200: `{"error": {"error_code": 5, "error_msg": "…", "request_params": […]}}`.
 * Source: dev.vk.com/en/reference/errors.
 */
export const dialect: Dialect = {
  name: 'VK',
  code: ({ json }) => {
    const code = errorIn(json)?.error_code
    return Number.isSafeInteger(code) ? String(code) : null
  },
  words: ({ json }) => textOf(errorIn(json)?.error_msg),
  limitedUntil: () => null,
}

function errorIn(json: Json): JsonObject | null {
  return asObject(asObject(json)?.error)
}

/** A hundred posts may have 16,000 letters each. */
const within: FetchLimits = { timeoutMs: 30_000, maxBytes: 16_000_000 }

export type Parameters = Readonly<Record<string, string | null>>

/** The address, headers and body of a call. A parameter that is null is left out. */
export function writeCall(
  method: string,
  parameters: Parameters,
): { method: 'POST'; url: string; headers: Record<string, string>; body: string } {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) form.set(name, value.toWellFormed())
  form.set('v', version)
  return {
    method: 'POST',
    url: `${origin}/method/${method}`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  }
}

/** Makes a call that may be repeated, and answers what VK responded. @throws Failure unless it succeeds */
export async function callVk(
  method: string,
  parameters: Parameters,
  token: string,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; response: Json }> {
  const call = writeCall(method, parameters)
  const request: OutboundRequest = { ...call, headers: { ...call.headers, ...bearer(token) } }
  const answer = await io.fetch(request, within)
  const response = responseOf(answer)
  if (response !== null) return { answer, response }
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnavailable(dialect, answer)
}

/** The content of a good answer; null where it is none. */
export function responseOf({ status, json }: OutboundAnswer): Json {
  const body = asObject(json)
  return status === 200 && body !== null && body.error === undefined ? (body.response ?? null) : null
}

/** The objects of a list. @throws Failure `unavailable` unless all of it can be read */
export function objectsIn(json: Json | undefined): JsonObject[] {
  const found = isArray(json) ? json.map(asObject) : [null]
  const whole = found.filter((each) => each !== null)
  if (whole.length === found.length) return whole
  throw new Failure('unavailable', 'VK gave a list that cannot be read.')
}

/** A positive number, such as that of a post; null where it is none. */
export function idOf(value: Json | undefined): number | null {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null
}

/** The owner of something, which is negative for a community; null where it is none. */
export function ownerOf(value: Json | undefined): number | null {
  return Number.isSafeInteger(value) && value !== 0 ? Number(value) : null
}

/** The flag as VK takes it; null where it is not set. */
export const flag = (isSet: boolean): string | null => (isSet ? '1' : null)
