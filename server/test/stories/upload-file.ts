import type { House } from '../house.ts'

/** Uploads as a client does, in two steps; answers the storage path. */
export async function uploadFile(
  house: Pick<House, 'request'>,
  name: string,
  bytes: Buffer,
  mimeType: string,
): Promise<string> {
  const body = { name, mime_type: mimeType, size_bytes: bytes.length }
  const created = await house.request('POST', '/v1/media/create-upload-url', { body })
  if (created.status !== 200) throw new Error(`No upload URL: ${created.text}`)
  const headers = { 'content-type': mimeType }
  const sent = await house.request('PUT', created.json.upload_url, { key: null, body: bytes, headers })
  if (sent.status !== 200) throw new Error(`The upload was refused: ${sent.text}`)
  return created.json.media_id
}
