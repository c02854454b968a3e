import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type DraftMedia, Failure, type FittedImage, type Io, type Step } from '../connector.ts'
import { type ApiFile, makeRequest, readObject } from '../kit/json-api.ts'
import { fitUpload } from '../kit/media/fit-upload.ts'
import { callLinkedin, callLinkedinUnchecked, dialect, mustSucceed, origin } from './api.ts'
import { imageTypes, longestSide, mostImageBytes } from './check.ts'

/** Uploads a picture or a document, and answers its URN. @throws Failure */
export async function uploadWhole(step: Step, medium: DraftMedia, token: string, io: Io): Promise<string> {
  if (medium.kind === 'image')
    return uploadImage(step, token, io, (maxBytes) =>
      io.media.fitImage(medium.id, { maxBytes, maxSide: longestSide, types: imageTypes }),
    )
  const { urn, url } = await beginUpload(step, medium.kind === 'document' ? 'document' : 'image', token, io)
  const file = { bytes: await io.media.open(medium.id, null), size: medium.bytes, mimeType: medium.mimeType }
  mustSucceed(await sendBytes(url, file, token, io), token, io)
  return urn
}

/** Uploads a picture that `shrink` makes, smaller where LinkedIn does not take it. @throws Failure */
export async function uploadImage(
  step: Step,
  token: string,
  io: Io,
  shrink: (maxBytes: number) => Promise<FittedImage>,
): Promise<string> {
  const { urn, url } = await beginUpload(step, 'image', token, io)
  const { answer } = await fitUpload({
    mostBytes: mostImageBytes,
    shrink,
    send: ({ bytes, mimeType }) => sendBytes(url, { bytes, size: bytes.length, mimeType }, token, io),
    isTooLarge: ({ status }) => status === 413,
  })
  mustSucceed(answer, token, io)
  return urn
}

async function beginUpload(
  step: Step,
  kind: 'image' | 'document',
  token: string,
  io: Io,
): Promise<{ urn: string; url: string }> {
  const body = await initialize(step, kind, {}, token, io)
  const [urn, url] = [textOf(body[kind]), textOf(body.uploadUrl)]
  if (urn === null || url === null) throw unclear()
  return { urn, url }
}

/** Begins an upload for the account; answers the value that LinkedIn gives back. @throws Failure */
export async function initialize(
  { account }: Step,
  kind: 'image' | 'document' | 'video',
  more: JsonObject,
  token: string,
  io: Io,
): Promise<JsonObject> {
  const json = { initializeUploadRequest: { owner: account.externalId, ...more } }
  const answer = await callLinkedin({ path: `/rest/${kind}s?action=initializeUpload`, json }, token, io)
  const value = asObject(readObject(dialect, answer).value)
  if (!value) throw unclear()
  return value
}

export function unclear(): Failure {
  return new Failure('unavailable', 'LinkedIn did not say where to upload a medium.')
}

/** Sends bytes to an address that LinkedIn gave. The token goes to LinkedIn's own hosts alone. @throws Failure */
export async function sendBytes(url: string, file: ApiFile, token: string, io: Io): Promise<OutboundAnswer> {
  const to = URL.parse(url)
  if (to?.protocol !== 'https:') throw unclear()
  const isOwn = to.hostname === 'linkedin.com' || to.hostname.endsWith('.linkedin.com')
  // Time enough at 250 kB a second.
  const within = { timeoutMs: 120_000 + Math.ceil(file.size / 250), maxBytes: 1_000_000 }
  const request = makeRequest(origin, { method: 'PUT', path: url, file, token: isOwn ? token : null })
  return io.fetch(request, within)
}

export type Readiness = 'ready' | 'processing' | 'unreadable'

/** Whether an uploaded medium may be shown; unreadable where the access may publish and not look. @throws Failure */
export async function readiness(urn: string, token: string, io: Io): Promise<Readiness> {
  const kind = /^urn:li:(image|document|video):/.exec(urn)?.[1] ?? 'image'
  const answer = await callLinkedinUnchecked({ path: `/rest/${kind}s/${encodeURIComponent(urn)}` }, token, io)
  if (answer.status === 403) return 'unreadable'
  const body = readObject(dialect, mustSucceed(answer, token, io))
  if (body.status === 'PROCESSING_FAILED') throw new Failure('invalid', 'LinkedIn could not read a medium.')
  return body.status === 'AVAILABLE' ? 'ready' : 'processing'
}
