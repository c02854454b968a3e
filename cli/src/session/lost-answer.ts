import { ApiError, ConnectionError, RequestAbortedError, RequestTimeoutError } from '@crier/sdk'

/** No answer came to a change, so nobody knows whether it was made. Its cause is the error that ended it. */
export class LostAnswer extends Error {
  override name = 'LostAnswer'
  readonly idempotencyKey: string

  constructor(idempotencyKey: string, options: ErrorOptions) {
    super('No answer came, so the change may have been made.', options)
    this.idempotencyKey = idempotencyKey
  }
}

/** Whether an error leaves open what the server did: none came, or one that Crier does not give. */
export function isWithoutAnswer(error: unknown): boolean {
  if (error instanceof ApiError) {
    if (error.code === 'unexpected_answer') return error.status < 300 || error.status >= 500
    return error.status >= 500 && error.status !== 503
  }
  return (
    error instanceof ConnectionError ||
    error instanceof RequestTimeoutError ||
    error instanceof RequestAbortedError
  )
}

// No connection was made, so not a byte of the request left.
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Whether the request surely never left this machine, or was refused before anything was done. */
export function isSurelyNotSent(error: unknown): boolean {
  if (error instanceof ApiError) return !isWithoutAnswer(error)
  const code = codeOf(error)
  return code !== null && beforeSending.has(code)
}

/** The code of the system error at the bottom of an error, such as `ECONNREFUSED`; null where there is none. */
export function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const { code, errors } = at as Error & { code?: unknown; errors?: unknown }
    if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code
    // A host with several addresses was tried at each.
    const [first] = Array.isArray(errors) ? (errors as unknown[]) : []
    if (first instanceof Error) return codeOf(first)
  }
  return null
}
