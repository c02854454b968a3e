import type { CallContext } from '../../context.ts'
import { announceUpload, type NewUpload } from '../intake/announce-upload.ts'
import { signUploadUrl } from '../intake/upload-url.ts'

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
 * @throws Problem as `announceUpload`
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
