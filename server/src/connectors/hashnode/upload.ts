import { asObject, textOf } from '../../lib/json/json.ts'
import { type DraftMedia, Failure, type Io } from '../connector.ts'
import { type ApiFile, makeRequest } from '../kit/json-api.ts'
import { askHashnode } from './api.ts'
import type { Uploaded } from './artefacts.ts'
import { mostPictureBytes } from './check.ts'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/**
 * Puts a picture where Hashnode shows it: to an address that is good for this one upload, which Hashnode then looks at. One that a
 * lost answer left there is shown nowhere. Source: github.com/Hashnode/gql-skill, recipes.md, "Upload an image".
 * @throws Failure
 */
export async function uploadPicture(medium: DraftMedia, token: string, io: Io): Promise<Uploaded> {
  const file = await readFile(medium, io)
  const input = { contentType: file.mimeType }
  const begun = await askHashnode({ document: 'createUpload', variables: { input } }, token, io)
  const put = asObject(asObject(begun.createImageUploadURL)?.presignedPut)
  const [path, url, key] = [secureAddress(put?.url), secureAddress(put?.cdnUrl), textOf(put?.key)]
  if (path === null || url === null || key === null)
    throw new Failure('unavailable', 'Hashnode did not say where to upload a picture.')
  const { status } = await io.fetch(makeRequest(path, { method: 'PUT', path, file }), {
    timeoutMs: 120_000,
    maxBytes: 1_000_000,
  })
  if (status !== 200 && status !== 204)
    throw new Failure('unavailable', 'The upload of a picture to Hashnode did not work this time.')
  const looked = await askHashnode({ document: 'confirmUpload', variables: { input: { key } } }, token, io)
  if (asObject(looked.confirmImageUpload)?.ok !== true)
    throw new Failure('invalid', 'Hashnode takes no picture of more than 8 MB.')
  return { mediaId: medium.id, url, uploadedAt: io.now().toISOString() }
}

/** A still picture without the data of its camera; an animation as it is. */
async function readFile({ id, kind, mimeType, bytes, width, height }: DraftMedia, io: Io): Promise<ApiFile> {
  if (kind === 'gif') return { bytes: await io.media.open(id, null), size: bytes, mimeType }
  const maxSide = Math.max(width ?? 0, height ?? 0, 1)
  const fitted = await io.media.fitImage(id, { maxBytes: mostPictureBytes, maxSide, types: pictureTypes })
  return { bytes: fitted.bytes, size: fitted.bytes.length, mimeType: fitted.mimeType }
}

/** An address by https without signs that would end it in Markdown; null for anything else. */
function secureAddress(given: Parameters<typeof textOf>[0]): string | null {
  const url = URL.parse(textOf(given) ?? '')
  return url?.protocol === 'https:' && !/[()\s]/.test(url.href) ? url.href : null
}
