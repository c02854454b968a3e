import { randomUUID } from 'node:crypto'
import { type JsonObject, textOf } from '../../../lib/json/json.ts'
import { graphRefusal } from '../../kit/fakes/fake-facebook-login.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  type Answer,
  type FakeVideo,
  type FakeWorld,
  guarded,
  missing,
  ok,
  readForm,
  readJson,
  refuse,
  refuseWhileBlocked,
  requireOwn,
  requirePage,
  version,
} from './fake-world.ts'

/** The bytes of a chunk that the network asks for. */
const chunkBytes = 300

/** The edges of videos, reels and stories of videos. */
export function videoRoutes(world: FakeWorld): Record<string, Answer> {
  const own = (answer: Answer) =>
    guarded(world, 'pages_manage_posts', (call, id) => {
      requireOwn(world, id)
      refuseWhileBlocked(world)
      return answer(call, id)
    })
  return {
    [`POST /${version}/:id/videos`]: own((call) => takeVideo(world, call)),
    [`POST /${version}/:id/video_reels`]: own((call) => takePhase(world, call, 'video_reels')),
    [`POST /${version}/:id/video_stories`]: own((call) => takePhase(world, call, 'video_stories')),
    [`POST /video-upload/${version}/:id`]: (call, id) => takeBytes(world, call, id),
  }
}

async function takeVideo(world: FakeWorld, call: FakeCall): Promise<FakeAnswer> {
  if (call.headers['content-type'] !== 'application/json') return takeChunk(world, await readForm(call))
  const fields = readJson(call, {
    upload_phase: 'string',
    file_size: 'number',
    upload_session_id: 'string',
    description: 'string',
  })
  if (fields.upload_phase === 'finish')
    return finish(world, sessionOf(world, fields.upload_session_id), fields)
  if (fields.upload_phase !== 'start' || typeof fields.file_size !== 'number')
    throw refuse('Say which phase this is')
  const video = addVideo(world, 'videos', fields.file_size)
  return ok({ video_id: video.id, upload_session_id: video.sessionId, ...offsetsOf(video) })
}

async function takeChunk(world: FakeWorld, form: FormData): Promise<FakeAnswer> {
  const video = sessionOf(world, String(form.get('upload_session_id')))
  const chunk = form.get('video_file_chunk')
  if (form.get('upload_phase') !== 'transfer' || !(chunk instanceof File)) throw refuse('No chunk was sent')
  if (Number(form.get('start_offset')) !== video.bytes.length) {
    const error = { message: '(#6001) There was a problem uploading your video file.', code: 6_001 }
    throw graphRefusal(400, { ...error, error_subcode: 1_363_037, error_data: offsetsOf(video) })
  }
  video.bytes = Buffer.concat([video.bytes, Buffer.from(await chunk.arrayBuffer())])
  return ok(offsetsOf(video))
}

function offsetsOf({ bytes, size }: FakeVideo): JsonObject {
  const end = Math.min(size ?? 0, bytes.length + chunkBytes)
  return { start_offset: String(bytes.length), end_offset: String(end) }
}

function takePhase(world: FakeWorld, call: FakeCall, edge: FakeVideo['edge']): FakeAnswer {
  const types = { upload_phase: 'string', video_id: 'string', video_state: 'string', description: 'string' }
  const fields = readJson(call, types)
  if (fields.upload_phase === 'start') {
    const { id } = addVideo(world, edge, null)
    return ok({ video_id: id, upload_url: `https://rupload.facebook.com/video-upload/${version}/${id}` })
  }
  const video = world.videos.get(textOf(fields.video_id) ?? '')
  if (fields.upload_phase !== 'finish' || video?.edge !== edge) throw refuse('There is no such upload')
  if (fields.video_state !== 'PUBLISHED') throw refuse('This network only publishes')
  return finish(world, video, fields)
}

function addVideo(world: FakeWorld, edge: FakeVideo['edge'], size: number | null): FakeVideo {
  const id = world.nextId()
  const video: FakeVideo = {
    id,
    edge,
    sessionId: randomUUID(),
    size,
    bytes: Buffer.alloc(0),
    description: '',
    finishedAt: null,
    postId: null,
  }
  world.videos.set(id, video)
  return video
}

function takeBytes(world: FakeWorld, { headers, body }: FakeCall, id: string): FakeAnswer {
  requirePage(world, /^OAuth (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
  const video = world.videos.get(id)
  if (!video || video.edge === 'videos') throw missing(id)
  const [offset, size] = [Number(headers.offset), Number(headers.file_size)]
  if (offset !== video.bytes.length || offset + body.length > size)
    return { status: 400, json: { debug_info: { retriable: false, type: 'OffsetInvalidError' } } }
  video.size = size
  video.bytes = Buffer.concat([video.bytes, body])
  return ok({ success: true })
}

function sessionOf({ videos }: FakeWorld, id: JsonObject[string] | undefined): FakeVideo {
  const video = [...videos.values()].find(({ sessionId }) => sessionId === id)
  if (!video) throw refuse('There is no such upload', 6_000)
  return video
}

/** A video is published once. */
function finish(world: FakeWorld, video: FakeVideo, { description }: JsonObject): FakeAnswer {
  if (video.bytes.length !== video.size) throw refuse('The upload is not complete', 6_000)
  if (video.finishedAt !== null) throw refuse('This video was published already')
  video.finishedAt = Date.now()
  video.description = textOf(description) ?? ''
  video.postId = `${world.pageId}_${world.nextId()}`
  return ok({ success: true, ...(video.edge === 'video_stories' ? { post_id: video.postId } : {}) })
}

/** Whether it is public by now. */
export function isShown({ processMs, refusesVideos }: FakeWorld, { finishedAt }: FakeVideo): boolean {
  return finishedAt !== null && !refusesVideos && Date.now() >= finishedAt + processMs
}

/** A video as its owner reads it, phase by phase. */
export function showVideo(world: FakeWorld, video: FakeVideo): JsonObject {
  const { id, bytes, size, finishedAt, postId } = video
  const isWhole = bytes.length === size
  const shown = isShown(world, video)
  const isBroken = world.refusesVideos && finishedAt !== null
  const processing =
    finishedAt === null ? 'not_started' : isBroken ? 'error' : shown ? 'complete' : 'in_progress'
  return {
    id,
    published: shown,
    ...(shown ? { post_id: postId ?? '', permalink_url: `/reel/${id}/` } : {}),
    status: {
      video_status: isBroken ? 'error' : shown ? 'ready' : 'processing',
      uploading_phase: isWhole
        ? { status: 'complete' }
        : { status: 'in_progress', bytes_transfered: bytes.length },
      processing_phase: {
        status: processing,
        ...(isBroken ? { errors: [{ code: 1_363_024, message: 'Nobody can play this.' }] } : {}),
      },
      publishing_phase: shown
        ? { status: 'complete', publish_status: 'published' }
        : { status: 'not_started' },
    },
  }
}
