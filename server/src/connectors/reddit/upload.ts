import { asObject, isArray, type Json, textOf } from '../../lib/json/json.ts'
import { makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type DraftMedia, Failure, type Io } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { type Access, callReddit, dialect } from './api.ts'
import type { Upload } from './artefacts.ts'

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
}

/** A place in Reddit's storage, with the fields whose signature lets one file in. */
interface Lease {
  readonly assetId: string
  readonly storage: string
  readonly key: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

/**
 * Uploads a file: asks for a place, and sends the file there in the same call, so that the signature of the place is kept nowhere.
 * `mediaId` is the medium of the draft that it is of. Source: the calls of PRAW, because they are not documented. @throws Failure
 */
export async function upload(medium: DraftMedia, mediaId: string, access: Access, io: Io): Promise<Upload> {
  const lease = await askForPlace(medium, access, io)
  await send(lease, medium, io)
  const { assetId, storage, key } = lease
  return { mediaId, assetId, url: `${storage}/${key}`, uploadedAt: io.now().toISOString() }
}

async function askForPlace({ mimeType }: DraftMedia, access: Access, io: Io): Promise<Lease> {
  const form = { filepath: `medium.${endings[mimeType] ?? 'bin'}`, mimetype: mimeType }
  const answer = await callReddit({ path: '/api/media/asset.json', form }, access, io)
  const { args, asset } = readObject(dialect, answer)
  const { action, fields: given } = asObject(args) ?? {}
  const storage = storageOf(textOf(action))
  const fields = isArray(given) ? given.map(fieldOf) : []
  const whole = fields.filter((field) => field !== null)
  const key = whole.find(({ name }) => name === 'key')?.value ?? ''
  const assetId = textOf(asObject(asset)?.asset_id) ?? ''
  if (storage === null || whole.length < fields.length || !/^[\w./-]{1,300}$/.test(key) || !isAsset(assetId))
    throw new Failure('unavailable', 'Reddit did not say where to upload the file.')
  return { assetId, storage, key, fields: whole }
}

function isAsset(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id)
}

function fieldOf(json: Json): { name: string; value: string } | null {
  const { name, value } = asObject(json) ?? {}
  const [field, content] = [textOf(name), textOf(value)]
  return field === null || content === null ? null : { name: field, value: content }
}

/** The storage names its host without a protocol. Nothing goes out unencrypted. */
function storageOf(action: string | null): string | null {
  const url = action === null ? null : URL.parse(action, 'https://www.reddit.com')
  if (url?.protocol !== 'https:' || url.search !== '' || url.username !== '') return null
  return url.href.replace(/\/$/, '')
}

/** The signature stands in the fields before the file: our token stays with Reddit. @throws Failure */
async function send({ storage, fields }: Lease, { id, mimeType, bytes }: DraftMedia, io: Io): Promise<void> {
  const stream = await io.media.open(id, null)
  const file = { name: 'file', fileName: 'medium', mimeType, bytes: { stream, length: bytes } }
  const form = makeMultipart([...fields, file])
  // Time enough at 250 kB a second.
  const within = { timeoutMs: 120_000 + Math.ceil(bytes / 250), maxBytes: 100_000 }
  const answer = await io.fetch({ method: 'POST', url: storage, ...form }, within)
  if (answer.status >= 200 && answer.status < 300) return
  if (isTooLarge(answer)) throw new Failure('invalid', 'Reddit takes no file of this size.')
  throw new Failure(
    'unavailable',
    sentence('Reddit’s storage did not take the file (status {status}).', { status: answer.status }),
  )
}

function isTooLarge({ status, text }: OutboundAnswer): boolean {
  return status === 413 || (status === 400 && text.includes('EntityTooLarge'))
}
