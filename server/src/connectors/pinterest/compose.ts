import type { JsonObject } from '../../lib/json/json.ts'
import { type CommitPiece, type CommitRequest, type Draft, longestCommitMs, type Step } from '../connector.ts'
import { origins } from './api.ts'
import { type Artefacts, type PictureToSend, type RegisteredVideo, readArtefacts } from './artefacts.ts'
import { altTextOf, boardOf, readChoices } from './options.ts'
import { readSettings } from './settings.ts'

const leastTimeoutMs = 60_000
const slowestBytesPerMs = 250

/** The one request that makes a Pin. Its pictures are read when it is sent. Pure. */
export function compose({ account, draft, artefacts }: Step): CommitRequest {
  const source = describeSource(draft, readArtefacts(artefacts))
  const pieces = join([`${JSON.stringify(describePin(draft)).slice(0, -1)},"media_source":`, ...source, '}'])
  const [only, ...more] = pieces
  return {
    method: 'POST',
    url: `${origins[readSettings(account).environment]}/v5/pins`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: typeof only === 'string' && more.length === 0 ? only : { pieces },
    timeoutMs: Math.min(longestCommitMs, leastTimeoutMs + Math.ceil(bytesIn(pieces) / slowestBytesPerMs)),
  }
}

/** The bytes of the pictures that a request takes along. */
function bytesIn(pieces: readonly CommitPiece[]): number {
  const sizes = pieces.map((piece) =>
    typeof piece === 'object' && 'base64' in piece ? piece.base64.end - piece.base64.start : 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Everything of a Pin but its media. Source: the schema `PinCreate`. */
function describePin(draft: Draft): JsonObject {
  const { title, link } = readChoices(draft)
  const altText = altTextOf(draft)
  return {
    board_id: boardOf(draft),
    ...(title === null ? {} : { title: title.toWellFormed() }),
    ...(draft.text === '' ? {} : { description: draft.text.toWellFormed() }),
    ...(link === null ? {} : { link: link.toWellFormed() }),
    ...(altText === '' ? {} : { alt_text: altText.toWellFormed() }),
  }
}

function describeSource(draft: Draft, { video, cover, pictures }: Artefacts): CommitPiece[] {
  const [first, ...more] = pictures
  if (video?.state === 'ready') return describeVideo(draft, video, cover)
  if (!first || pictures.length !== draft.media.length)
    throw new Error('This Pin is composed before it is prepared.')
  if (more.length === 0) return ['{"source_type":"image_base64",', ...describePicture(first), '}']
  const items = pictures.flatMap((picture, index) => [
    index === 0 ? '{' : ',{',
    ...describePicture(picture),
    '}',
  ])
  return ['{"source_type":"multiple_image_base64","items":[', ...items, ']}']
}

function describePicture(picture: PictureToSend): CommitPiece[] {
  return [`"content_type":${JSON.stringify(picture.mimeType)},"data":"`, bytesOf(picture), '"']
}

/** A video must have a cover: a picture, or its own at a moment, which is the first unless chosen. */
function describeVideo(draft: Draft, { id }: RegisteredVideo, cover: PictureToSend | null): CommitPiece[] {
  const begin = `{"source_type":"video_id","media_id":${JSON.stringify(id)},`
  const seconds = Math.floor((readChoices(draft).videoCoverTimestampMs ?? 0) / 1_000)
  if (!cover) return [`${begin}"cover_image_key_frame_time":${seconds}}`]
  const type = JSON.stringify(cover.mimeType)
  return [`${begin}"cover_image_content_type":${type},"cover_image_data":"`, bytesOf(cover), '"}']
}

function bytesOf({ mediaId, bytes }: PictureToSend): CommitPiece {
  return { base64: { mediaId, start: 0, end: bytes } }
}

/** The pieces, with texts that follow each other as one. */
function join(pieces: readonly CommitPiece[]): CommitPiece[] {
  const joined: CommitPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece
    else joined.push(piece)
  }
  return joined
}
