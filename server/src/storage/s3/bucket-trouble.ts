import { MissingBytes, StorageFull, type StorageTrouble, StorageUnavailable } from '../storage.ts'

/** A call that went on for longer than its limit. */
export class TooSlow extends Error {
  override name = 'TooSlow'
}

/** Bytes that ended before their announced end, or went on behind it. */
export class WrongLength extends Error {
  override name = 'WrongLength'
}

type Meaning = StorageTrouble | 'full' | 'missing_bytes'

/** The codes of S3 and of its relatives, as their answers name them. */
const codes: Readonly<Record<string, Meaning>> = {
  NoSuchKey: 'missing_bytes',
  NoSuchBucket: 'bucket_missing',
  AccessDenied: 'bucket_refused',
  AllAccessDisabled: 'bucket_refused',
  AccountProblem: 'bucket_refused',
  InvalidAccessKeyId: 'key_refused',
  SignatureDoesNotMatch: 'key_refused',
  InvalidToken: 'key_refused',
  AuthorizationHeaderMalformed: 'wrong_region',
  PermanentRedirect: 'wrong_region',
  TemporaryRedirect: 'wrong_region',
  RequestTimeTooSkewed: 'clock',
  QuotaExceeded: 'full',
  EntityTooLarge: 'full',
  XMinioStorageFull: 'full',
  TooSlow: 'bucket_slow',
  TimeoutError: 'bucket_slow',
  RequestTimeout: 'bucket_slow',
  WrongLength: 'bucket_broken',
}

const sockets: Readonly<Record<string, StorageTrouble>> = {
  ECONNREFUSED: 'bucket_unreachable',
  ENOTFOUND: 'bucket_unreachable',
  EAI_AGAIN: 'bucket_unreachable',
  EHOSTUNREACH: 'bucket_unreachable',
  ENETUNREACH: 'bucket_unreachable',
  ECONNRESET: 'bucket_unreachable',
  ECONNABORTED: 'bucket_unreachable',
  EPIPE: 'bucket_unreachable',
  ETIMEDOUT: 'bucket_slow',
  CERT_HAS_EXPIRED: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
}

/** Says an error of the client library in our words. Errors that say nothing about an object storage stay as they are. */
export function explainBucket(error: unknown): unknown {
  const meaning = meaningOf(error)
  if (meaning === null) return error
  if (meaning === 'missing_bytes')
    return new MissingBytes('There are no bytes under this key.', { cause: error })
  if (meaning === 'full') return new StorageFull('The bucket of the media is full.', { cause: error })
  return new StorageUnavailable(meaning, { cause: error })
}

/** Whether another try may succeed at once: the connection broke, or the object storage had a moment of weakness. */
export function isPassing(error: unknown): boolean {
  if (statusOf(error) >= 500) return statusOf(error) !== 507
  if (statusOf(error) === 429 || codeOf(error) === 'SlowDown') return true
  return ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ECONNREFUSED', 'EAI_AGAIN'].includes(codeOf(error))
}

function meaningOf(error: unknown): Meaning | null {
  const code = codeOf(error)
  const known = codes[code] ?? sockets[code]
  if (known !== undefined) return known
  const status = statusOf(error)
  if (status === 507) return 'full'
  if (status === 401 || status === 403) return 'bucket_refused'
  if (status === 301 || status === 307) return 'wrong_region'
  if (status === 200) return 'no_object_storage'
  if (status > 0) return 'bucket_broken'
  return isUnreadable(error) ? 'no_object_storage' : null
}

/** The name of the storage's answer, or the code of the socket; empty for any other error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && error.code in sockets) return error.code
  return error.name
}

/** The status of the answer behind an error; 0 where there was none. */
export function statusOf(error: unknown): number {
  if (!(error instanceof Error && '$metadata' in error)) return 0
  const metadata = error.$metadata
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return 0
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : 0
}

/** An answer that is no XML, such as the page of a web site, or no HTTP at all. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return '$response' in error || ('code' in error && String(error.code).startsWith('HPE_'))
}
