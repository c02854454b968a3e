import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import { type DraftMedia, Failure, type Io, type Step } from '../connector.ts'
import { makeUnavailable, quoteAnswer } from '../kit/json-api.ts'
import { callVk, dialect, idOf, ownerOf } from './api.ts'
import { readChoices } from './options.ts'
import { communityOf, writingToken } from './settings.ts'

/**
 * Uploads one medium, and answers how a post names it: `photo-1_456239017`. Everything of it may be repeated. Sources:
 * dev.vk.com/en/api/upload/wall-photo, /video-in-profile and /document-in-profile. @throws Failure
 */
export function uploadMedium(step: Step, medium: DraftMedia, io: Io): Promise<string> {
  switch (medium.kind) {
    case 'image':
      return uploadPhoto(step, medium, io)
    case 'video':
      return uploadVideo(step, medium, io)
    case 'gif':
    case 'document':
      return uploadDocument(step, medium, io)
  }
}

async function uploadPhoto(step: Step, medium: DraftMedia, io: Io): Promise<string> {
  const token = writingToken(io.credentials)
  const groupId = communityOf(step.account)
  const { response } = await callVk('photos.getWallUploadServer', { group_id: groupId }, token, io)
  const { server, photo, hash } = await sendFile(asObject(response), 'photo', medium, io)
  const taken = textOf(photo)
  // A file that VK cannot read is answered with an empty list.
  if (taken === null || taken === '[]') throw new Failure('invalid', 'VK cannot read this picture.')
  const asked = {
    ...(groupId === null ? { user_id: step.account.externalId } : { group_id: groupId }),
    photo: taken,
    server: typeof server === 'number' ? String(server) : textOf(server),
    hash: textOf(hash),
    caption: medium.altText.trim() === '' ? null : medium.altText,
  }
  const saved = await callVk('photos.saveWallPhoto', asked, token, io)
  return nameOf('photo', isArray(saved.response) ? saved.response[0] : null)
}

async function uploadVideo(step: Step, medium: DraftMedia, io: Io): Promise<string> {
  const asked = { name: titleOf(step), group_id: communityOf(step.account), wallpost: '0' }
  const { response } = await callVk('video.save', asked, writingToken(io.credentials), io)
  const begun = asObject(response)
  const name = nameOf('video', { id: begun?.video_id ?? null, owner_id: begun?.owner_id ?? null })
  await sendFile(begun, 'video_file', medium, io)
  return name
}

async function uploadDocument(step: Step, medium: DraftMedia, io: Io): Promise<string> {
  const token = writingToken(io.credentials)
  const groupId = communityOf(step.account)
  const { response } = await callVk('docs.getWallUploadServer', { group_id: groupId }, token, io)
  const { file } = await sendFile(asObject(response), 'file', medium, io)
  const taken = textOf(file)
  if (taken === null) throw new Failure('invalid', 'VK did not take this file.')
  const saved = await callVk('docs.save', { file: taken, title: titleOf(step) }, token, io)
  return nameOf('doc', asObject(saved.response)?.doc ?? null)
}

/** The name of a file at VK; null leaves it to VK. */
function titleOf({ draft }: Step): string | null {
  const { title } = readChoices(draft.options)
  const line = title ?? draft.text.trim().split('\n')[0] ?? ''
  const letters = [...line.toWellFormed().trim()].slice(0, 128).join('')
  return letters === '' ? null : letters
}

/** Sends a file to the address that VK gave for it, which is good for this once. @throws Failure */
async function sendFile(
  begun: JsonObject | null,
  field: string,
  medium: DraftMedia,
  io: Io,
): Promise<JsonObject> {
  const url = readWebAddress(textOf(begun?.upload_url))
  if (url === null) throw new Failure('unavailable', 'VK did not say where to upload a file.')
  const { id, mimeType, bytes: length } = medium
  const bytes = { stream: await io.media.open(id, null), length }
  const fileName = `file.${endings[mimeType] ?? 'bin'}`
  const { headers, body } = makeMultipart([{ name: field, fileName, mimeType, bytes }])
  const request = { method: 'POST' as const, url, headers: { accept: 'application/json', ...headers }, body }
  const answer = await io.fetch(request, {
    timeoutMs: 120_000 + Math.ceil(length / 250),
    maxBytes: 1_000_000,
  })
  const taken = asObject(answer.json)
  const refusal = textOf(taken?.error)
  if (refusal !== null || answer.status === 413)
    throw new Failure('invalid', quoteAnswer('VK refused the file.', refusal, []), {
      platformCode: String(answer.status),
    })
  if (answer.status !== 200 || !taken) throw makeUnavailable(dialect, answer)
  return taken
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'application/pdf': 'pdf',
}

/** @throws Failure `unavailable` where VK names nothing that could be attached */
function nameOf(type: 'photo' | 'video' | 'doc', saved: Json | undefined): string {
  const made = asObject(saved)
  const [owner, id] = [ownerOf(made?.owner_id), idOf(made?.id)]
  if (owner !== null && id !== null) return `${type}${owner}_${id}`
  throw new Failure('unavailable', 'VK did not say under which name it keeps a file.')
}
