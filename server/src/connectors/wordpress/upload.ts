import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import { makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type DraftMedia, Failure, type Io, type Step } from '../connector.ts'
import { fitUpload } from '../kit/media/fit-upload.ts'
import {
  type Access,
  askSite,
  dialect,
  formRequest,
  isCode,
  mustSucceed,
  readSuccess,
  requireId,
} from './api.ts'
import type { Uploaded } from './artefacts.ts'
import { mostPictureBytes } from './check.ts'

const fields = 'id,source_url'
// A site draws pictures in several sizes before it answers.
const within = { timeoutMs: 300_000, maxBytes: 1_000_000 }

/**
 * Puts a file into the library of the site, with its alt text. One that a lost answer left there is found by its slug, so that no
 * second one is made. Source: developer.wordpress.org/rest-api/reference/media, and
 * WP_REST_Attachments_Controller::upload_from_file. @throws Failure
 */
export async function uploadMedium(
  { key }: Step,
  place: number,
  medium: DraftMedia,
  access: Access,
  io: Io,
): Promise<Uploaded> {
  const slug = `crier-${key}-${place + 1}`
  const standing = await findUpload(slug, access, io)
  const found = standing ?? (await sendFile(slug, medium, access, io))
  const url = readWebAddress(textOf(found.source_url))
  if (url === null) throw new Failure('unavailable', 'The site did not say where it shows a file.')
  const { id: mediaId, kind } = medium
  return { mediaId, kind, id: requireId(found.id), url, uploadedAt: io.now().toISOString() }
}

async function findUpload(slug: string, access: Access, io: Io): Promise<JsonObject | null> {
  const answer = await askSite({ path: '/wp/v2/media', query: { slug, _fields: fields } }, access, io)
  mustSucceed(answer, access, io)
  return isArray(answer.json) ? asObject(answer.json[0]) : null
}

async function sendFile(slug: string, medium: DraftMedia, access: Access, io: Io): Promise<JsonObject> {
  const { id, kind, mimeType, bytes: length, altText } = medium
  const send = (type: string, bytes: Uint8Array | { stream: ReadableStream<Uint8Array>; length: number }) => {
    const fileName = `${nameOfFile[kind]}-${slug.slice('crier-'.length).slice(-10)}.${endings[type] ?? 'bin'}`
    const form = makeMultipart([
      { name: 'slug', value: slug },
      ...(altText === '' ? [] : [{ name: 'alt_text', value: altText }]),
      { name: 'file', fileName, mimeType: type, bytes },
    ])
    return io.fetch(formRequest('/wp/v2/media', { _fields: fields }, form, access), within)
  }
  if (kind !== 'image') {
    const answer = await send(mimeType, { stream: await io.media.open(id, null), length })
    if (isTooLarge(answer)) throw tooLarge(answer)
    return readSuccess(answer, access, io)
  }
  const maxSide = Math.max(medium.width ?? 0, medium.height ?? 0, 1)
  const { answer } = await fitUpload({
    mostBytes: mostPictureBytes,
    shrink: (maxBytes) => io.media.fitImage(id, { maxBytes, maxSide, types: pictureTypes }),
    send: (fitted) => send(fitted.mimeType, fitted.bytes),
    isTooLarge,
  })
  if (isTooLarge(answer)) throw tooLarge(answer)
  return readSuccess(answer, access, io)
}

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Readers see the name in the address of a file. */
const nameOfFile = { image: 'picture', gif: 'animation', video: 'video', document: 'document' } as const

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'application/pdf': 'pdf',
}

/**
 * A server before PHP answers 413. PHP names its setting in any language; a form that is larger than all it reads arrives empty, as
 * if there were no file. Seen on PHP 8.2.
 */
function isTooLarge(answer: OutboundAnswer): boolean {
  if (answer.status === 413) return true
  if (isCode(answer, 'rest_upload_no_content_disposition', 'rest_upload_no_data')) return true
  return /upload_max_filesize|MAX_FILE_SIZE/.test(dialect.words(answer) ?? '')
}

function tooLarge(answer: OutboundAnswer): Failure {
  return new Failure(
    'invalid',
    'The site takes no file of this size. Its owner can raise upload_max_filesize and post_max_size of PHP.',
    { platformCode: dialect.code(answer) ?? String(answer.status) },
  )
}
