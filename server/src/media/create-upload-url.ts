import type { Config } from '../config.ts'
import type { CallContext, Caller } from '../context.ts'
import { sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { type FieldProblem, invalid } from '../lib/problem.ts'
import { safeFileName } from './file-name.ts'
import { requireQuota } from './media-quota.ts'
import { findMediaType, type MediaType, mediaTypes } from './media-type.ts'
import { newPublicName } from './public-url.ts'
import { mostBytesOf, sizeLimit } from './size-limit.ts'
import { signUploadUrl, type UploadGrant } from './upload-url.ts'

export interface NewUpload {
  /** As the user calls the file, 1 to 255 characters. */
  name: string
  /** Capitals and parameters are allowed. */
  mime_type: string
  size_bytes: number
  /** Whether it stays although no post ever uses it; left out, only what a person uploads in the app stays. */
  keep?: boolean
}

export interface UploadUrl {
  /** Where to PUT the bytes, once, within the hour. */
  upload_url: string
  /** The storage path to name in a post. */
  media_id: string
  id: string
  name: string
  expires_at: string
  method: 'PUT'
  /** To be sent with the bytes. */
  headers: { 'Content-Type': string }
}

/**
 * Creates a medium without bytes and the signed address to which they are sent.
 * @throws Problem 422 for a type Crier does not take, a size over its limit, or a name that is none; 422
 * `media_quota_exceeded`
 */
export async function createUploadUrl(call: CallContext, upload: NewUpload): Promise<UploadUrl> {
  const { config, secretKeys } = call.context
  const grant = await announceUpload(call, upload, '1 hour')
  return {
    upload_url: signUploadUrl(grant, config.publicUrl, secretKeys),
    media_id: grant.mediaId,
    id: grant.id,
    name: upload.name,
    expires_at: grant.expiresAt.toISOString(),
    method: 'PUT',
    headers: { 'Content-Type': grant.mimeType },
  }
}

/** Stores a medium whose bytes are to come within this time. @throws Problem as `createUploadUrl` */
export async function announceUpload(
  call: CallContext,
  upload: NewUpload,
  validFor: '1 hour' | '24 hours',
): Promise<UploadGrant> {
  const { config } = call.context
  const type = findMediaType(upload.mime_type)
  const problems = [
    ...checkName(upload.name),
    ...(type ? checkSize(upload.size_bytes, type, config) : [unknownType()]),
  ]
  if (!type || problems.length > 0) throw invalid(problems)
  await requireQuota(call, upload.size_bytes)
  const id = newId()
  const mediaId = `${call.caller.userId}/api/${safeFileName(upload.name, type.extension)}`
  const row = await call.db.row<{ upload_expires_at: Date }>(sql`
    insert into media (workspace_id, id, mode, user_id, media_id, name, mime_type, size_bytes, keep,
      was_attached, public_name, upload_expires_at)
    values (${call.workspaceId}, ${id}, ${call.mode}, ${call.caller.userId}, ${mediaId}, ${upload.name},
      ${type.mimeType}, ${upload.size_bytes}, ${upload.keep ?? isKeptFor(call.caller)}, false,
      ${newPublicName(type.extension)},
      date_trunc('milliseconds', clock_timestamp()) + ${validFor}::interval)
    returning upload_expires_at`)
  if (!row) throw new Error('An insert answered no row.')
  return {
    id,
    mediaId,
    workspaceId: call.workspaceId,
    mimeType: type.mimeType,
    sizeBytes: upload.size_bytes,
    expiresAt: row.upload_expires_at,
  }
}

/** A person in the app fills a library; a program that uploads a file means to post it soon. */
export function isKeptFor(caller: Caller): boolean {
  return caller.kind === 'session'
}

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text. */
export function checkName(name: string): FieldProblem[] {
  if (name.trim() !== '' && name.isWellFormed() && !name.includes('\0')) return []
  return [{ pointer: '/name', code: 'invalid_name', detail: 'The name must be readable text.' }]
}

function unknownType(): FieldProblem {
  const known = mediaTypes.map(({ mimeType }) => mimeType).join(', ')
  return {
    pointer: '/mime_type',
    code: 'unsupported_media_type',
    detail: `The type must be one of ${known}.`,
  }
}

function checkSize(bytes: number, type: MediaType, config: Config): FieldProblem[] {
  if (bytes <= mostBytesOf(type, config)) return []
  return [{ pointer: '/size_bytes', code: 'file_too_large', detail: sizeLimit(type, config) }]
}
