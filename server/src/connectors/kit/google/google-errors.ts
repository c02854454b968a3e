import { asObject, isArray, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { OutboundAnswer } from '../../../lib/safe-fetch/outbound.ts'

/** The error of an answer of Google's APIs: `{"error": {"code": 400, "message": "…", "status": "…", "details": […]}}`. */
export function googleErrorOf({ json }: OutboundAnswer): JsonObject | null {
  return asObject(asObject(json)?.error)
}

/**
 * The first reason that an error names: older APIs list it in `errors`, newer ones in `details`.
 * Source: google.aip.dev/193.
 */
export function googleReasonIn(error: JsonObject | null, place: 'errors' | 'details'): string | null {
  const reasons = membersOf(error, place).map(({ reason }) => textOf(reason))
  return reasons.find((reason) => reason !== null) ?? null
}

/** The detail of a type, such as `RetryInfo`; null where the error has none. */
export function googleDetailOf(error: JsonObject | null, type: string): JsonObject | null {
  const isOfType = (detail: JsonObject) => textOf(detail['@type'])?.endsWith(`.${type}`) === true
  return membersOf(error, 'details').find(isOfType) ?? null
}

function membersOf(error: JsonObject | null, place: 'errors' | 'details'): JsonObject[] {
  const listed = error?.[place]
  return isArray(listed) ? listed.map(asObject).filter((one) => one !== null) : []
}
