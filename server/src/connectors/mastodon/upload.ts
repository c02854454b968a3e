import { randomUUID } from 'node:crypto'
import { textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import type { DraftMedia, Io, Step } from '../connector.ts'
import { bearer, fail, failureOfCall, mustBeObject, plainHeaders } from './api.ts'
import type { Uploaded } from './artefacts.ts'
import { imageTypes } from './media-kinds.ts'
import { type InstanceLimits, readSettings, readToken, rulesFor } from './settings.ts'

// Below this a picture is no longer worth looking at.
const leastImageBytes = 100_000

interface File {
  readonly mimeType: string
  readonly bytes: Uint8Array | { readonly stream: ReadableStream<Uint8Array>; readonly length: number }
}

/**
 * Sends one file with its alt text and focus. A picture is made to fit, and smaller still where a proxy takes less than
 * the server says; videos and animations are sent as they are. @throws Failure
 */
export async function uploadMedium(step: Step, medium: DraftMedia, io: Io): Promise<Uploaded> {
  const { limits } = readSettings(step.account)
  if (medium.kind !== 'image') {
    const stream = await io.media.open(medium.id, null)
    const file = { mimeType: medium.mimeType, bytes: { stream, length: medium.bytes } }
    const answer = await io.fetch(toRequest(step, medium, file, io))
    return readUploaded(answer, step, medium, io)
  }
  for (let maxBytes = limits.imageBytes; ; maxBytes = Math.floor(maxBytes / 2)) {
    const fit = { maxBytes, maxSide: longestSide(medium, limits), types: imageTypes(limits) }
    const file = await io.media.fitImage(medium.id, fit)
    const answer = await io.fetch(toRequest(step, medium, file, io))
    const isTooLarge = answer.status === 413 && maxBytes / 2 >= leastImageBytes
    if (!isTooLarge) return readUploaded(answer, step, medium, io)
    maxBytes = Math.min(maxBytes, file.bytes.length)
  }
}

// The limit is on all pixels together, so the longer side depends on the shape.
function longestSide({ width, height }: DraftMedia, { imagePixels }: InstanceLimits): number {
  if (width === null || height === null) return Math.floor(Math.sqrt(imagePixels))
  const longest = Math.max(width, height)
  return Math.floor(longest * Math.min(1, Math.sqrt(imagePixels / (width * height))))
}

function toRequest(step: Step, medium: DraftMedia, file: File, io: Io): OutboundRequest {
  const { instance } = readSettings(step.account)
  const boundary = `crier-${randomUUID()}`
  const head = Buffer.from(
    [
      ...(medium.altText === '' ? [] : [formField(boundary, 'description', medium.altText.toWellFormed())]),
      ...(medium.focus ? [formField(boundary, 'focus', `${medium.focus.x},${medium.focus.y}`)] : []),
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileNameOf(file.mimeType)}"\r\n`,
      `content-type: ${file.mimeType}\r\n\r\n`,
    ].join(''),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const isWhole = file.bytes instanceof Uint8Array
  const length = head.length + file.bytes.length + tail.length
  return {
    method: 'POST',
    url: new URL('/api/v2/media', instance).href,
    headers: {
      ...plainHeaders,
      ...bearer(readToken(io.credentials)),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(isWhole ? {} : { 'content-length': String(length) }),
    },
    body:
      file.bytes instanceof Uint8Array
        ? Buffer.concat([head, file.bytes, tail])
        : encloseFile(head, file.bytes.stream, tail),
  }
}

function formField(boundary: string, name: string, value: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** Some servers go by the ending alone; snac keeps two files of one name as one. */
function fileNameOf(mimeType: string): string {
  const ending = mimeType.slice(mimeType.indexOf('/') + 1)
  return `${randomUUID()}.${{ jpeg: 'jpg', quicktime: 'mov' }[ending] ?? ending}`
}

function encloseFile(
  head: Uint8Array,
  stream: ReadableStream<Uint8Array>,
  tail: Uint8Array,
): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (async function* () {
      yield head
      yield* stream
      yield tail
    })(),
  )
}

/** 200: ready. 202: taken, and processed from now on. */
function readUploaded(answer: OutboundAnswer, step: Step, medium: DraftMedia, io: Io): Uploaded {
  const token = readToken(io.credentials)
  if (answer.status !== 200 && answer.status !== 202) {
    const failure = failureOfCall(answer, io.now(), token)
    // A gallery answers 403 to a type it does not take.
    if (failure.kind === 'forbidden' && rulesFor(step.account).isGallery)
      throw fail('invalid', failure.message, answer)
    throw failure
  }
  const said = mustBeObject(answer)
  const id = textOf(said.id)
  if (id === null)
    throw fail('unavailable', 'The server did not say under which id it keeps a medium.', answer)
  const url = textOf(said.url)
  // Without an address it is not processed yet, whatever the status says.
  const isReady = answer.status === 200 && url !== null
  return { mediaId: medium.id, id, url, isReady, uploadedAt: io.now().toISOString() }
}
