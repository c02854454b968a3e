import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, type Draft, Failure, type Io } from '../connector.ts'
import { makeRequest } from '../kit/json-api.ts'
import { callYoutube, mustSucceed, origin } from './api.ts'
import type { FileToSend } from './artefacts.ts'
import { readChoices, titleOf } from './options.ts'

export const uploadPath = '/upload/youtube/v3/videos'

// Every part but the last must be a multiple of this (developers.google.com/youtube/v3/guides/using_resumable_upload_protocol).
const unit = 256 * 1_024
const mostUnits = 32

/** The state of an upload: a video exists from the arrival of its last byte. */
export type SessionState =
  | { readonly state: 'open'; readonly received: number }
  | { readonly state: 'done'; readonly videoId: string }
  | { readonly state: 'gone' }

/** Begins an upload, whose address gives access to it. YouTube judges the words here, before any byte. @throws Failure */
export async function openSession(
  draft: Draft,
  { bytes, mimeType }: FileToSend,
  token: string,
  io: Io,
): Promise<URL> {
  const { headers } = await callYoutube(
    {
      path: uploadPath,
      query: { uploadType: 'resumable', part: 'snippet,status' },
      headers: { 'x-upload-content-length': String(bytes), 'x-upload-content-type': mimeType },
      json: describeVideo(draft),
    },
    token,
    io,
  )
  const address = headers.location === undefined ? null : URL.parse(headers.location, origin)
  if (address?.protocol === 'https:' && address.hostname.endsWith('.googleapis.com')) return address
  throw new Failure('unavailable', 'YouTube did not say where to send the video.')
}

function describeVideo(draft: Draft): JsonObject {
  const { tags, categoryId, privacyStatus, madeForKids, containsSyntheticMedia } = readChoices(draft)
  return {
    snippet: {
      title: titleOf(draft).toWellFormed(),
      description: draft.text.toWellFormed(),
      ...(tags.length > 0 ? { tags: tags.map((tag) => tag.toWellFormed()) } : {}),
      ...(categoryId === null ? {} : { categoryId }),
    },
    status: {
      privacyStatus,
      ...(madeForKids === null ? {} : { selfDeclaredMadeForKids: madeForKids }),
      ...(containsSyntheticMedia === null ? {} : { containsSyntheticMedia }),
    },
  }
}

/** Reads how much has arrived. @throws Failure when the answer does not say */
export async function askSession(
  address: string,
  bytes: number,
  token: string,
  io: ConnectIo,
): Promise<SessionState> {
  const headers = { 'content-range': `bytes */${bytes}` }
  const answer = await io.fetch(makeRequest(origin, { method: 'PUT', path: address, headers, token }))
  const found = readState(answer, token, io)
  if (found.state !== 'open' || found.received < bytes) return found
  throw new Failure('unavailable', 'YouTube has all of the video, and does not say what became of it.')
}

/** Sends the bytes from `start` up to `end`, which is not the end of the file. @throws Failure */
export async function sendPart(
  address: string,
  { mediaId, mimeType, bytes }: FileToSend,
  { start, end }: { start: number; end: number },
  token: string,
  io: Io,
): Promise<void> {
  const stream = await io.media.open(mediaId, { start, end })
  const headers = { 'content-range': `bytes ${start}-${end - 1}/${bytes}` }
  const part = { bytes: stream, size: end - start, mimeType }
  const call = { method: 'PUT', path: address, headers, file: part, token } as const
  readState(await io.fetch(makeRequest(origin, call)), token, io)
}

/**
 * Where the next part ends; null when the rest is left to the commit. The rest is as short as it can be, so that a commit is
 * quick, and a part of it can hardly arrive alone.
 */
export function endOfPart(start: number, bytes: number): number | null {
  const lastStart = Math.floor((bytes - 1) / unit) * unit
  const units = Math.floor((lastStart - start) / unit)
  return units < 1 ? null : start + Math.min(units, mostUnits) * unit
}

function readState(answer: OutboundAnswer, token: string, io: ConnectIo): SessionState {
  const { status, headers } = answer
  if (status === 404 || status === 410) return { state: 'gone' }
  if (status === 308) return { state: 'open', received: readReceived(headers.range) }
  const { json } = mustSucceed(answer, token, io)
  const videoId = videoIdOf(json)
  if (videoId !== null) return { state: 'done', videoId }
  throw new Failure('unavailable', 'YouTube does not say what became of the upload.')
}

/** Nothing has arrived where no range is named. */
function readReceived(range: string | undefined): number {
  if (range === undefined) return 0
  const last = /^bytes=0-(\d{1,15})$/.exec(range)?.[1]
  if (last !== undefined) return Number(last) + 1
  throw new Failure('unavailable', 'YouTube does not say how much of the video has arrived.')
}

/** The id of the video that an upload made. */
export function videoIdOf(json: OutboundAnswer['json']): string | null {
  const id = textOf(asObject(json)?.id)
  return id !== null && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null
}
