import { createHmac } from 'node:crypto'
import { deriveKey, isSigned, type SecretKeys } from '../../lib/secrecy/secret-keys.ts'

/** Everything a signed upload URL binds, besides its method. */
export interface UploadGrant {
  /** The UUID of the medium. */
  readonly id: string
  /** Its storage path. */
  readonly mediaId: string
  readonly workspaceId: string
  readonly mimeType: string
  readonly sizeBytes: number
  readonly expiresAt: Date
}

/** Below PUBLIC_URL: `/v1/media/uploads/<id>`. */
export const uploadPath = '/v1/media/uploads'

/** Below PUBLIC_URL: `/v1/media/tus/<id>`. */
export const resumablePath = '/v1/media/tus'

/** How the bytes are sent to an upload URL: all with one PUT, or with requests of the tus protocol. */
export type UploadMethod = 'PUT' | 'tus'

const paths: Readonly<Record<UploadMethod, string>> = { PUT: uploadPath, tus: resumablePath }

const parameters = ['media_id', 'workspace', 'type', 'size', 'expires', 'signature']

/** The address to send the bytes to. It allows its holder to upload this one file, without an API key. */
export function signUploadUrl(
  grant: UploadGrant,
  publicUrl: string,
  keys: SecretKeys,
  method: UploadMethod = 'PUT',
): string {
  const url = new URL(`${publicUrl}${paths[method]}/${grant.id}`)
  url.searchParams.set('media_id', grant.mediaId)
  url.searchParams.set('workspace', grant.workspaceId)
  url.searchParams.set('type', grant.mimeType)
  url.searchParams.set('size', String(grant.sizeBytes))
  url.searchParams.set('expires', grant.expiresAt.toISOString())
  url.searchParams.set('signature', sign(grant, keys.current, method).toString('base64url'))
  return url.href
}

/** The grant of an upload URL, or null when any part of it was changed. Takes the same time either way. */
export function readUploadUrl(
  id: string,
  query: URLSearchParams,
  keys: SecretKeys,
  method: UploadMethod = 'PUT',
): UploadGrant | null {
  const names = [...query.keys()]
  if (names.length !== parameters.length || !parameters.every((name) => query.has(name))) return null
  const read = (name: string) => query.get(name) ?? ''
  const expiresAt = new Date(read('expires'))
  const sizeBytes = Number(read('size'))
  if (Number.isNaN(expiresAt.getTime()) || expiresAt.toISOString() !== read('expires')) return null
  if (!Number.isSafeInteger(sizeBytes) || String(sizeBytes) !== read('size')) return null
  const grant = {
    id,
    mediaId: read('media_id'),
    workspaceId: read('workspace'),
    mimeType: read('type'),
    sizeBytes,
    expiresAt,
  }
  const given = Buffer.from(read('signature'), 'base64url')
  const isOurs = isSigned(keys, given, (key) => sign(grant, key, method))
  return isOurs && given.toString('base64url') === read('signature') ? grant : null
}

function sign(grant: UploadGrant, secretKey: Buffer, method: UploadMethod): Buffer {
  const bound = [method, grant.id, grant.mediaId, grant.workspaceId, grant.mimeType, grant.sizeBytes]
  return createHmac('sha256', deriveKey(secretKey, 'uploads'))
    .update(JSON.stringify([...bound, grant.expiresAt.toISOString()]))
    .digest()
}
