import type { Config } from '../../config.ts'
import type { CallContext, Caller } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { safeFileName } from '../file-name.ts'
import { requireQuota } from '../media-quota.ts'
import { findMediaType, type MediaType, mediaTypes } from '../media-type.ts'
import { newPublicName } from '../public-url.ts'
import { mostBytesOf, sizeLimit } from '../size-limit.ts'
import type { UploadGrant } from './upload-url.ts'

export interface NewUpload {
  /** As the user calls the file, 1 to 255 characters. */
  name: string
  /** Capitals and parameters are allowed. */
  mime_type: string
  size_bytes: number
  /** The SHA-256 of the file, as 64 hexadecimal digits. Bytes that have another are refused. */
  sha256?: string
  /** Whether it stays although no post ever uses it; left out, only what a person uploads in the app stays. */
  keep?: boolean
}

/**
 * Stores a medium whose bytes are to come within this time.
 * @throws Problem 422 for a type Crier does not take, a size over its limit, or a name that is none; 422
 * `media_quota_exceeded`
 */
export async function announceUpload(
  call: CallContext,
  upload: NewUpload,
  validFor: '1 hour' | '24 hours',
): Promise<UploadGrant> {
  const { config } = call.context
  const type = findMediaType(upload.mime_type)
  const problems = [
    ...checkName(upload.name),
    ...checkHash(upload.sha256),
    ...(type ? checkSize(upload.size_bytes, type, config) : [unknownType()]),
  ]
  if (!type || problems.length > 0) throw invalid(problems)
  await requireQuota(call, upload.size_bytes)
  const id = newId()
  const mediaId = `${call.caller.userId}/api/${safeFileName(upload.name, type.extension)}`
  const row = await call.db.row<{ upload_expires_at: Date }>(sql`
    insert into media (workspace_id, id, mode, user_id, media_id, name, mime_type, size_bytes, keep,
      was_attached, public_name, announced_sha256, upload_expires_at)
    values (${call.workspaceId}, ${id}, ${call.mode}, ${call.caller.userId}, ${mediaId}, ${upload.name},
      ${type.mimeType}, ${upload.size_bytes}, ${upload.keep ?? isKeptFor(call.caller)}, false,
      ${newPublicName(type.extension)}, ${upload.sha256 === undefined ? null : Buffer.from(upload.sha256, 'hex')},
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

function checkHash(sha256: string | undefined): FieldProblem[] {
  if (sha256 === undefined || /^[0-9a-f]{64}$/i.test(sha256)) return []
  const detail = 'The SHA-256 of a file has 64 hexadecimal digits.'
  return [{ pointer: '/sha256', code: 'wrong_format', detail }]
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
