import { createHash } from 'node:crypto'
import { textOf } from '../../lib/json/json.ts'
import { type FormFile, makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { type DraftMedia, Failure, type Io, type Step } from '../connector.ts'
import { bearer } from '../kit/json-api.ts'
import { fitUpload } from '../kit/media/fit-upload.ts'
import { accessOf, addressOf, isCode, readSuccess } from './api.ts'
import type { Uploaded } from './artefacts.ts'
import { imageTypes } from './media-kinds.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

/**
 * Puts one file into the account's drive, as a file of this post alone. The drive keeps files by their md5 and answers one that
 * it has already, with the alt text it had then. Ours is known by its name: a second attempt finds the file of the first, and any
 * other one is left to whatever posts show it, and a copy is made. Source: addFile of DriveService. @throws Failure
 */
export async function uploadMedium(step: Step, medium: DraftMedia, place: number, io: Io): Promise<Uploaded> {
  const name = nameOf(step, medium, place)
  const found = await send(step, medium, { name, isCopy: false }, io)
  const isOurs = (textOf(found.name) ?? '').startsWith(`${name}.`)
  const file = isOurs ? found : await send(step, medium, { name, isCopy: true }, io)
  const id = textOf(file.id)
  if (id === null)
    throw new Failure('unavailable', 'The server did not say under which id it keeps a medium.')
  return { mediaId: medium.id, id, uploadedAt: io.now().toISOString() }
}

/** A name that no other file has: of this post, this place, and what is said of the file, which may change before it is sent. */
function nameOf({ key, draft }: Step, { altText }: DraftMedia, place: number): string {
  const said = JSON.stringify([altText, readChoices(draft.options).sensitive])
  return `crier-${key}-${place}-${createHash('sha256').update(said).digest('hex').slice(0, 8)}`
}

interface Way {
  /** Without its ending, which the server may correct. */
  readonly name: string
  /** Whether it is to be kept although the drive has the same bytes. */
  readonly isCopy: boolean
}

/** A picture is made to fit, and smaller still where less is taken than the server says; others are sent as they are. */
async function send(step: Step, medium: DraftMedia, way: Way, io: Io) {
  const { limits } = readSettings(step.account)
  const { id, kind, mimeType, bytes: length } = medium
  const access = accessOf(step.account, io.credentials)
  if (kind !== 'image') {
    const bytes = { stream: await io.media.open(id, null), length }
    const answer = await io.fetch(makeUpload(step, medium, { mimeType, bytes }, way, io))
    return readSuccess(orTooLarge(answer), access, io)
  }
  // Any number of pixels is taken: the server draws a smaller picture for its pages.
  const maxSide = Math.max(medium.width ?? 0, medium.height ?? 0, 1)
  const { answer } = await fitUpload({
    mostBytes: limits.maxFileBytes,
    shrink: (maxBytes) => io.media.fitImage(id, { maxBytes, maxSide, types: imageTypes(limits) }),
    send: (file) => io.fetch(makeUpload(step, medium, file, way, io)),
    isTooLarge,
  })
  return readSuccess(orTooLarge(answer), access, io)
}

function isTooLarge(answer: OutboundAnswer): boolean {
  return answer.status === 413 || isCode(answer, 'MAX_FILE_SIZE_EXCEEDED')
}

/** A proxy before the server refuses a large file without a code. @throws Failure `invalid` */
function orTooLarge(answer: OutboundAnswer): OutboundAnswer {
  if (!isTooLarge(answer)) return answer
  throw new Failure('invalid', 'The server refused the file.', { platformCode: String(answer.status) })
}

function makeUpload(
  step: Step,
  { altText }: DraftMedia,
  { mimeType, bytes }: Pick<FormFile, 'mimeType' | 'bytes'>,
  { name, isCopy }: Way,
  io: Io,
): OutboundRequest {
  const { instance, token } = accessOf(step.account, io.credentials)
  const fileName = `${name}.${endingOf(mimeType)}`
  // Some servers read no field that comes after the file.
  const { headers, body } = makeMultipart([
    { name: 'name', value: fileName },
    ...(altText === '' ? [] : [{ name: 'comment', value: altText }]),
    { name: 'isSensitive', value: String(readChoices(step.draft.options).sensitive) },
    { name: 'force', value: String(isCopy) },
    { name: 'file', fileName, mimeType, bytes },
  ])
  return {
    method: 'POST',
    url: addressOf(instance, 'drive/files/create'),
    headers: { accept: 'application/json', ...headers, ...bearer(token) },
    body,
  }
}

function endingOf(mimeType: string): string {
  const ending = mimeType.slice(mimeType.indexOf('/') + 1)
  return { jpeg: 'jpg', quicktime: 'mov' }[ending] ?? ending
}
