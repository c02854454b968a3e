import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { makeMultipart } from '../../lib/safe-fetch/multipart.ts'
import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { makeRequest } from '../kit/json-api.ts'
import { type ContainerNetwork, readyContainer } from '../kit/media/container.ts'
import { type Caller, callFacebook, mustSucceed, requireText, uploadOrigin, videoGraph } from './api.ts'
import { type Artefacts, type KeptVideo, writeArtefacts } from './artefacts.ts'
import { limits } from './check.ts'
import { isUploaded, stateOfVideo, uploadedBytes } from './video-state.ts'

/** A video that is being uploaded. `keep` is stored before the next call. */
interface Upload extends Pick<ContainerNetwork, 'create' | 'read'> {
  readonly keep: { session: KeptVideo['session']; secrets: JsonObject | null }
}

const hour = 3_600_000
// A large video takes long to upload, and Meta does not say when it drops an upload.
const patience = { freshForMs: 12 * hour, patienceMs: 6 * hour, mostFailed: 3 }

/** Uploads a video under an id of its own, one step in each call. Nobody sees it before it is finished. @throws Failure */
export async function prepareVideo(
  kind: 'video' | 'reel' | 'video_story',
  step: Step,
  kept: Artefacts,
  caller: Caller,
  io: Io,
): Promise<Prepared> {
  const [medium] = step.draft.media
  if (!medium) throw new Error('This post has no video.')
  const fitting = await takeFitting(medium, limits(step.account), step, io)
  if (fitting.state === 'pending')
    return { outcome: 'pending', artefacts: writeArtefacts(kept), againInMs: fitting.againInMs }
  const given = { medium: fitting.medium, page: step.account.externalId, caller, io }
  const { session = null } = kept.video ?? {}
  const upload =
    kind === 'video'
      ? uploadInChunks(given, session)
      : uploadWhole(given, kind === 'reel' ? 'video_reels' : 'video_stories', session)
  const progress = await readyContainer(kept.video, { ...upload, ...patience }, io.now())
  const { secrets } = upload.keep
  const artefacts = writeArtefacts({ ...kept, video: { ...progress.kept, session: upload.keep.session } })
  const stored = { artefacts, ...(secrets ? { secrets } : {}) }
  if (progress.outcome === 'ready') return { outcome: 'ready', ...stored }
  return { outcome: 'pending', ...stored, againInMs: progress.againInMs }
}

interface VideoToSend {
  readonly medium: DraftMedia
  readonly page: string
  readonly caller: Caller
  readonly io: Io
}

/**
 * Uploads a video of the feed in the chunks that Facebook asks for. A chunk whose answer was lost is sent again, and refused
 * with the place to go on at.
 */
function uploadInChunks({ medium, page, caller, io }: VideoToSend, session: KeptVideo['session']): Upload {
  const path = `/${page}/videos`
  const keep: Upload['keep'] = { session, secrets: null }
  return {
    keep,
    create: async () => {
      const json = { upload_phase: 'start', file_size: medium.bytes }
      const body = await callFacebook({ path, json }, caller, io, videoGraph)
      keep.session = { id: requireText(body, 'upload_session_id'), ...readOffsets(body) }
      return requireText(body, 'video_id')
    },
    read: async () => {
      if (keep.session === null) return { state: 'gone' }
      if (keep.session.start < keep.session.end)
        keep.session = { ...keep.session, ...(await sendChunk({ medium, page, caller, io }, keep.session)) }
      return keep.session.start < keep.session.end
        ? { state: 'in_progress', againInMs: 0 }
        : { state: 'finished' }
    },
  }
}

interface Offsets {
  readonly start: number
  readonly end: number
}

async function sendChunk(
  { medium, page, caller, io }: VideoToSend,
  { id, start, end }: Offsets & { readonly id: string },
): Promise<Offsets> {
  const { token, version } = caller
  const stream = await io.media.open(medium.id, { start, end })
  const { headers, body } = makeMultipart([
    { name: 'upload_phase', value: 'transfer' },
    { name: 'upload_session_id', value: id },
    { name: 'start_offset', value: String(start) },
    {
      name: 'video_file_chunk',
      fileName: 'chunk',
      mimeType: 'application/octet-stream',
      bytes: { stream, length: end - start },
    },
  ])
  const call = { method: 'POST', path: `/${version}/${page}/videos`, token, headers } as const
  const answer = await io.fetch({ ...makeRequest(videoGraph.origin, call), body })
  const asked = asObject(asObject(asObject(answer.json)?.error)?.error_data)
  const isKnown = videoGraph.dialect.code(answer)?.endsWith('/1363037') === true
  const next = isKnown && asked ? readOffsets(asked) : readOffsets(mustSucceed(answer, token, io))
  if (next.end <= medium.bytes) return next
  throw new Failure('unavailable', 'Facebook asked for more than the whole video.')
}

/** The bytes that Facebook wants next; it has all of them where both are the same. @throws Failure */
function readOffsets(body: JsonObject): Offsets {
  const [start, end] = [readCount(body.start_offset), readCount(body.end_offset)]
  if (start !== null && end !== null && start <= end) return { start, end }
  throw new Failure('unavailable', 'Facebook did not say which bytes of the video it wants.')
}

function readCount(json: Json | undefined): number | null {
  const count = typeof json === 'string' && /^\d{1,15}$/.test(json) ? Number(json) : json
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

const within = { timeoutMs: 15 * 60_000, maxBytes: 100_000 }

/**
 * Uploads a reel, or the video of a story, in one piece. After a break it goes on where Facebook stopped reading, and once
 * all was taken it waits until Facebook says so.
 */
function uploadWhole(
  { medium, page, caller, io }: VideoToSend,
  edge: 'video_reels' | 'video_stories',
  session: KeptVideo['session'],
): Upload {
  const keep: Upload['keep'] = { session, secrets: null }
  const end = medium.bytes
  return {
    keep,
    create: async () => {
      const body = await callFacebook(
        { path: `/${page}/${edge}`, json: { upload_phase: 'start' } },
        caller,
        io,
      )
      const id = requireText(body, 'video_id')
      keep.secrets = { upload_url: requireText(body, 'upload_url') }
      keep.session = { id, start: 0, end }
      return id
    },
    read: async (id) => {
      const body = await readVideo(id, caller, io)
      if (isUploaded(body) || keep.session?.start === end) return stateOfVideo(body)
      await sendRest(medium, uploadedBytes(body), caller, io)
      keep.session = { id, start: end, end }
      return { state: 'in_progress', againInMs: 1_000 }
    },
  }
}

async function sendRest({ id, bytes }: DraftMedia, start: number, { token }: Caller, io: Io): Promise<void> {
  const url = textOf((await io.secrets()).upload_url) ?? ''
  // The token goes with it, so it goes nowhere else.
  if (URL.parse(url)?.origin !== uploadOrigin)
    throw new Failure('unavailable', 'Facebook named an address for the video that is not its own.')
  const body = await io.media.open(id, { start, end: bytes })
  const headers = {
    authorization: `OAuth ${token}`,
    offset: String(start),
    file_size: String(bytes),
    'content-length': String(bytes - start),
    'content-type': 'application/octet-stream',
  }
  mustSucceed(await io.fetch({ method: 'POST', url, headers, body }, within), token, io)
}

/** All that Facebook says of a video. @throws Failure */
export function readVideo(id: string, caller: Caller, io: Pick<Io, 'fetch' | 'now'>): Promise<JsonObject> {
  return callFacebook(
    { path: `/${id}`, query: { fields: 'status,published,post_id,permalink_url' } },
    caller,
    io,
  )
}
