import { asObject, isArray, textOf } from '../../lib/json/json.ts'
import { type FormFile, makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { type DraftMedia, Failure, type Io, type Step } from '../connector.ts'
import { bearer, quoteAnswer } from '../kit/json-api.ts'
import { fitUpload } from '../kit/media/fit-upload.ts'
import { accessOf, failureOfCall } from './api.ts'
import type { Uploaded } from './artefacts.ts'
import { generationOf } from './generation.ts'
import { mostImageBytes, pictureTypes } from './media-kinds.ts'
import { readSettings } from './settings.ts'

/**
 * Gives the server one picture, which everybody may see who knows its address: a name of 122 random bits. Sources:
 * crates/routes/src/images.rs of 0.19, and upload_image of 1.0. @throws Failure
 */
export async function uploadPicture(
  { account }: Step,
  medium: DraftMedia,
  mediaId: string,
  io: Io,
): Promise<Uploaded> {
  const { instance, version } = readSettings(account)
  const path = generationOf(version) === '1.0' ? '/api/v4/image' : '/pictrs/image'
  const { token } = accessOf(account, io.credentials)
  const answer = await send(medium, io, (file) => makeUpload(`${instance}${path}`, token, file))
  const url = addressIn(answer, instance)
  if (url !== null) return { mediaId, url, uploadedAt: io.now().toISOString() }
  throw failureOf(answer, { instance, token }, io)
}

/** A picture is made to fit, and smaller still where less is taken than the server says; an animation is sent as it is. */
async function send(
  { id, kind, mimeType, bytes: length, width, height }: DraftMedia,
  io: Io,
  makeRequest: (file: Pick<FormFile, 'mimeType' | 'bytes'>) => OutboundRequest,
): Promise<OutboundAnswer> {
  if (kind !== 'image') {
    const bytes = { stream: await io.media.open(id, null), length }
    return io.fetch(makeRequest({ mimeType, bytes }))
  }
  const maxSide = Math.max(width ?? 0, height ?? 0, 1)
  const { answer } = await fitUpload({
    mostBytes: mostImageBytes,
    shrink: (maxBytes) => io.media.fitImage(id, { maxBytes, maxSide, types: [...pictureTypes] }),
    send: (file) => io.fetch(makeRequest(file)),
    isTooLarge: ({ status }) => status === 413,
  })
  return answer
}

function makeUpload(url: string, token: string, file: Pick<FormFile, 'mimeType' | 'bytes'>): OutboundRequest {
  const fileName = `picture.${file.mimeType.slice(file.mimeType.indexOf('/') + 1)}`
  const { headers, body } = makeMultipart([{ name: 'images[]', fileName, ...file }])
  return { method: 'POST', url, headers: { accept: 'application/json', ...headers, ...bearer(token) }, body }
}

/** The address of the picture: 1.0 says it whole, and 0.19 the name of the file. Null for anything that is none on that server. */
function addressIn({ status, json }: OutboundAnswer, instance: string): string | null {
  if (status !== 200 && status !== 201) return null
  const said = asObject(json)
  const [first] = isArray(said?.files) ? said.files : []
  const name = textOf(asObject(first)?.file)
  const url = URL.parse(textOf(said?.image_url) ?? '')
  if (url && ['https:', 'http:'].includes(url.protocol)) return url.href
  return name !== null && /^[A-Za-z0-9._-]{1,200}$/.test(name) ? `${instance}/pictrs/image/${name}` : null
}

/** The store of pictures behind the server refuses with `{"msg": "…"}`. */
function failureOf(answer: OutboundAnswer, access: { instance: string; token: string }, io: Io): Failure {
  const { status, json } = answer
  const words = textOf(asObject(json)?.msg)
  const isRefusal = status === 413 || ([400, 415, 422].includes(status) && words !== null)
  if (!isRefusal) return failureOfCall(answer, access, io)
  const text = quoteAnswer('The server refused the picture.', words, [access.token])
  return new Failure('invalid', text, { platformCode: String(status) })
}
