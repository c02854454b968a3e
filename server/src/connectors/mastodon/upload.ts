import { randomUUID } from 'node:crypto'
import { textOf } from '../../lib/json/json.ts'
import { type FormFile, makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import type { DraftMedia, Io, Step } from '../connector.ts'
import { makeRequest } from '../kit/json-api.ts'
import { fitUpload } from '../kit/media/fit-upload.ts'
import { failureOf, failureOfCall, mustBeObject, plainHeaders } from './api.ts'
import type { Uploaded } from './artefacts.ts'
import { imageTypes, longestSide } from './media-kinds.ts'
import { readSettings, readToken, rulesFor } from './settings.ts'

/**
 * Sends one file with its alt text and focus. A picture is made to fit, and smaller still where a proxy takes less than
 * the server says; videos and animations are sent as they are. @throws Failure
 */
export async function uploadMedium(step: Step, medium: DraftMedia, io: Io): Promise<Uploaded> {
  const { limits } = readSettings(step.account)
  const { id, kind, mimeType, bytes: length } = medium
  if (kind !== 'image') {
    const bytes = { stream: await io.media.open(id, null), length }
    return readUploaded(await io.fetch(makeUpload(step, medium, { mimeType, bytes }, io)), step, medium, io)
  }
  const { answer } = await fitUpload({
    mostBytes: limits.imageSizeLimit,
    shrink: (maxBytes) => {
      const fit = { maxBytes, maxSide: longestSide(medium, limits), types: imageTypes(limits) }
      return io.media.fitImage(id, fit)
    },
    send: (file) => io.fetch(makeUpload(step, medium, file, io)),
    isTooLarge: ({ status }) => status === 413,
  })
  return readUploaded(answer, step, medium, io)
}

function makeUpload(
  step: Step,
  { altText, focus }: DraftMedia,
  file: Pick<FormFile, 'mimeType' | 'bytes'>,
  io: Io,
): OutboundRequest {
  const { instance } = readSettings(step.account)
  const { mimeType, bytes } = file
  const { headers, body } = makeMultipart([
    ...(altText === '' ? [] : [{ name: 'description', value: altText }]),
    ...(focus ? [{ name: 'focus', value: `${focus.x},${focus.y}` }] : []),
    { name: 'file', fileName: fileNameOf(mimeType), mimeType, bytes },
  ])
  const call = {
    path: '/api/v2/media',
    headers: { ...plainHeaders, ...headers },
    token: readToken(io.credentials),
  }
  return { ...makeRequest(instance, { ...call, method: 'POST' }), body }
}

/** Some servers go by the ending alone; snac keeps two files of one name as one. */
function fileNameOf(mimeType: string): string {
  const ending = mimeType.slice(mimeType.indexOf('/') + 1)
  return `${randomUUID()}.${{ jpeg: 'jpg', quicktime: 'mov' }[ending] ?? ending}`
}

/** 200: ready. 202: taken, and processed from now on. */
function readUploaded(answer: OutboundAnswer, step: Step, medium: DraftMedia, io: Io): Uploaded {
  const token = readToken(io.credentials)
  if (answer.status !== 200 && answer.status !== 202) {
    const failure = failureOfCall(answer, io.now(), token)
    // A gallery answers 403 to a type it does not take.
    if (failure.kind === 'forbidden' && rulesFor(step.account).isGallery)
      throw failureOf('invalid', failure.message, answer)
    throw failure
  }
  const body = mustBeObject(answer)
  const id = textOf(body.id)
  if (id === null)
    throw failureOf('unavailable', 'The server did not say under which id it keeps a medium.', answer)
  const url = textOf(body.url)
  // Without an address it is not processed yet, whatever the status says.
  const isReady = answer.status === 200 && url !== null
  return { mediaId: medium.id, id, url, isReady, uploadedAt: io.now().toISOString() }
}
