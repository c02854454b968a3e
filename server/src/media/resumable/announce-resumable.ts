import { fromWithin } from '../../audit/record-audit.ts'
import type { CallContext, Context, RemoteCaller } from '../../context.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { announceUpload, type NewUpload } from '../intake/announce-upload.ts'
import type { UploadGrant } from '../intake/upload-url.ts'
import { idleMs, longestMs, storeResumable } from './resumable-row.ts'

/** A resumable upload that was announced. */
export interface AnnouncedResumable {
  /** Its signature is valid for as long as any upload may take; the row says when it really expires. */
  readonly grant: UploadGrant
  readonly name: string
  readonly expiresAt: Date
}

/** The facts of an upload as tus sends them. */
export interface TusFacts {
  /** Upload-Metadata, decoded. */
  readonly metadata: Readonly<Record<string, string | null>>
  /** Upload-Length; not a number where it cannot be read. */
  readonly bytes: number
}

/** Stores a medium whose bytes come with several requests. @throws Problem 409 and 422 as `createUploadUrl` does */
export async function announceResumable(
  context: Context,
  caller: RemoteCaller,
  { metadata, bytes }: TusFacts,
): Promise<AnnouncedResumable> {
  // Programs that use tus in browsers have other names for them.
  const name = metadata.name ?? metadata.filename ?? ''
  const mimeType = metadata.mime_type ?? metadata.filetype ?? metadata.type ?? ''
  const { sha256 } = metadata
  const upload: NewUpload = {
    name,
    mime_type: mimeType,
    size_bytes: bytes,
    ...(sha256 == null ? {} : { sha256 }),
    ...(metadata.keep === undefined ? {} : { keep: metadata.keep === 'true' }),
  }
  requireFacts(upload, metadata)
  const { workspaceId, mode } = caller
  const announced = await context.db.transaction(async (tx) => {
    const afterCommit = () => undefined
    const place = { context, db: tx, workspaceId, mode, caller, from: fromWithin }
    const call: CallContext = { ...place, request: null, afterCommit }
    const stored = await announceUpload(call, upload, '24 hours')
    await storeResumable(tx, stored)
    return stored
  })
  const { expiresAt } = announced
  const latest = new Date(expiresAt.getTime() - idleMs + longestMs)
  return { grant: { ...announced, expiresAt: latest }, name, expiresAt }
}

/** Checks what the schema of create-upload-url says of its body. */
function requireFacts({ name, size_bytes }: NewUpload, { keep }: TusFacts['metadata']): void {
  const problems: FieldProblem[] = []
  if (keep !== undefined && keep !== 'true' && keep !== 'false') {
    const detail = 'keep in Upload-Metadata must be true or false.'
    problems.push({ pointer: '/keep', code: 'wrong_type', detail })
  }
  if (name.length > 255) {
    const detail = 'The name in Upload-Metadata may have at most 255 characters.'
    problems.push({ pointer: '/name', code: 'too_long', detail })
  }
  if (!Number.isSafeInteger(size_bytes) || size_bytes < 1) {
    const detail = 'Upload-Length must be the number of bytes of the file, which is at least 1.'
    problems.push({ pointer: '/size_bytes', code: 'too_small', detail })
  }
  if (problems.length > 0) throw invalid(problems)
}
