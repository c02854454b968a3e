import { asObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { FakeGoogle } from '../../kit/fakes/fake-google-login.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { googleScopePrefix } from '../../kit/google/google-login.ts'
import { type FakeResource, readJson, readResource, refuse } from './fake-rules.ts'
import { FakeUploads } from './fake-uploads.ts'

/** The calls of an upload, as faults and the journal name them: all go to one path. */
export const uploading = {
  begin: 'POST /upload/youtube/v3/videos',
  ask: 'ask an upload',
  part: 'send a part',
  /** The call that makes a video. */
  last: 'send the last part',
} as const
export const settingThumbnail = 'POST /upload/youtube/v3/thumbnails/set'

export interface FakeVideo {
  readonly id: string
  readonly channelId: string
  readonly resource: FakeResource
  readonly bytes: Buffer
  readonly publishedAt: string
  thumbnail: { readonly bytes: Buffer; readonly type: string } | null
  /** Members of `status` beside those that were asked for. */
  status: JsonObject
}

export interface FakePlaylist {
  readonly id: string
  readonly channelId: string
  readonly title: string
  readonly videoIds: string[]
}

/** Google and YouTube with two people, each with a channel. They refuse everything that their documentation says is refused. */
export interface FakeYouTube extends FakeServer {
  readonly google: FakeGoogle
  readonly uploads: FakeUploads
  /** Oldest first. */
  readonly videos: FakeVideo[]
  readonly playlists: readonly FakePlaylist[]
  /** The state of the channels and of the project. */
  readonly state: FakeState
}

interface FakeState {
  isSuspended: boolean
  isVerified: boolean
  /** Without an audit videos are locked. */
  isAudited: boolean
  hasChannels: boolean
  /** The members of `status` of new videos. */
  newStatus: JsonObject
}

const allScopes = ['youtube', 'youtube.force-ssl', 'youtube.readonly', 'youtube.upload'].map(
  (name) => googleScopePrefix + name,
)

const channels: Readonly<Record<string, string>> = { harbour: 'UCharbour', tide: 'UCtide' }

export async function startFakeYouTube(): Promise<FakeYouTube> {
  const google = new FakeGoogle(Object.keys(channels), allScopes)
  const state: FakeState = {
    isSuspended: false,
    isVerified: true,
    isAudited: true,
    hasChannels: true,
    newStatus: { uploadStatus: 'processed' },
  }
  const videos: FakeVideo[] = []
  const playlists = [
    { id: 'PLfilms', channelId: 'UCharbour', title: 'Films', videoIds: [] },
    { id: 'PLtalks', channelId: 'UCharbour', title: 'Talks', videoIds: [] },
    { id: 'PLother', channelId: 'UCtide', title: 'Another channel’s', videoIds: [] },
  ]
  let caller = ''
  const uploads = new FakeUploads((resource, bytes) => {
    const id = `v${String(videos.length + 1).padStart(10, '0')}`
    const publishedAt = new Date().toISOString()
    const status = state.isAudited ? state.newStatus : { ...state.newStatus, privacyStatus: 'private' }
    videos.push({ id, channelId: caller, resource, bytes, publishedAt, thumbnail: null, status })
    return showVideo({ videos }, id)
  })
  const world = { google, state, videos, playlists, uploads }
  const guarded =
    (scopes: string, answer: (call: FakeCall, channelId: string) => FakeAnswer) => (call: FakeCall) => {
      caller = admit(world, scopes, call)
      return answer(call, caller)
    }
  const manage = 'youtube youtube.force-ssl'
  const [write, read] = [`${manage} youtube.upload`, `${manage} youtube.readonly`]
  const server = await startFakeServer({
    nameOf: (method, path, headers) => nameUploads(`${method} ${path}`, headers['content-range'] ?? ''),
    routes: {
      ...google.routes,
      [uploading.begin]: guarded(write, (call) => uploads.begin(call)),
      [uploading.ask]: guarded(write, (call) => uploads.ask(call)),
      [uploading.part]: guarded(write, (call) => uploads.take(call)),
      [uploading.last]: guarded(write, (call) => uploads.take(call)),
      [settingThumbnail]: guarded(write, (call, id) => setThumbnail(world, call, id)),
      'GET /youtube/v3/channels': guarded(read, (_, id) => list(showChannels(world, id))),
      'GET /youtube/v3/videos': guarded(read, ({ url }) =>
        list(idsOf(url).flatMap((id) => (has(world, id) ? [showVideo(world, id)] : []))),
      ),
      'PUT /youtube/v3/videos': guarded(manage, (call, id) => updateVideo(world, call, id)),
      'DELETE /youtube/v3/videos': guarded(manage, (call, id) => deleteVideo(world, call, id)),
      'GET /youtube/v3/videos:batchGetStats': guarded(read, ({ url }) =>
        list(idsOf(url).flatMap((id) => (has(world, id) ? [{ id, statistics }] : []))),
      ),
      'GET /youtube/v3/playlists': guarded(read, ({ url }, id) => list(showPlaylists(world, url, id))),
      'GET /youtube/v3/playlistItems': guarded(read, ({ url }) => list(showItems(world, url))),
      'POST /youtube/v3/playlistItems': guarded(manage, (call, id) => addItem(world, call, id)),
      'GET /youtube/v3/videoCategories': guarded(read, () => list(categories)),
    },
    internalError: {
      error: { code: 500, message: 'Backend Error', errors: [{ domain: 'global', reason: 'backendError' }] },
    },
  })
  google.oauth.issuer = server.url
  return { ...server, ...world }
}

type World = Pick<FakeYouTube, 'google' | 'state' | 'videos' | 'playlists'>

function nameUploads(name: string, range: string): string {
  if (name !== 'PUT /upload/youtube/v3/videos') return name
  const [, end, total] = /^bytes \d+-(\d+)\/(\d+)$/.exec(range) ?? []
  if (end === undefined) return uploading.ask
  return Number(end) + 1 === Number(total) ? uploading.last : uploading.part
}

/** The channel of a caller who may do this. */
function admit({ google, state }: World, scopes: string, { headers }: FakeCall): string {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const owner = google.oauth.ownerOf(token)
  if (!owner) throw refuse(401, 'authError', 'Invalid Credentials')
  if (!scopes.split(' ').some((scope) => owner.scopes.includes(googleScopePrefix + scope)))
    throw refuse(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
  if (state.isSuspended)
    throw refuse(403, 'authenticatedUserAccountSuspended', 'The account of the user is suspended.')
  return channels[owner.person] ?? ''
}

function list(items: readonly Json[]): FakeAnswer {
  return { status: 200, json: { kind: 'youtube#list', items } }
}

function idsOf({ searchParams }: URL): string[] {
  return searchParams.getAll('id').flatMap((ids) => ids.split(','))
}

function has({ videos }: Pick<World, 'videos'>, id: string): boolean {
  return videos.some((video) => video.id === id)
}

function showChannels({ state }: World, id: string): Json[] {
  if (!state.hasChannels) return []
  const snippet = {
    title: `Channel ${id}`,
    customUrl: `@${id.slice(2)}`,
    thumbnails: { default: { url: `https://yt3.ggpht.com/${id}` } },
  }
  const contentDetails = { relatedPlaylists: { likes: 'LL', uploads: `UU${id.slice(2)}` } }
  const status = { longUploadsStatus: state.isVerified ? 'allowed' : 'eligible' }
  return [{ kind: 'youtube#channel', id, snippet, contentDetails, status }]
}

function showVideo({ videos }: Pick<World, 'videos'>, id: string): JsonObject {
  const video = videos.find((one) => one.id === id)
  if (!video) throw refuse(404, 'videoNotFound', 'The video cannot be found.')
  const { title, description, tags, categoryId, privacyStatus, status } = video.resource
  // A video without a category of its own is given one.
  const category = categoryId ?? '22'
  return {
    kind: 'youtube#video',
    id,
    snippet: {
      title,
      description,
      tags,
      categoryId: category,
      publishedAt: video.publishedAt,
      channelId: video.channelId,
    },
    status: { ...status, privacyStatus, ...video.status },
  }
}

function ownVideo({ videos }: World, id: string, channelId: string): FakeVideo {
  const video = videos.find((one) => one.id === id)
  if (!video) throw refuse(404, 'videoNotFound', 'The video cannot be found.')
  if (video.channelId !== channelId) throw refuse(403, 'forbidden', 'The request is not properly authorized.')
  return video
}

/** Replaces the parts that are named: members of them that are not said are gone afterwards. */
function updateVideo(world: World, call: FakeCall, channelId: string): FakeAnswer {
  const fields = readJson(call)
  const video = ownVideo(world, textOf(fields.id) ?? '', channelId)
  if (call.url.searchParams.get('part') !== 'snippet')
    throw refuse(400, 'invalidVideoMetadata', 'This fake updates the snippet alone.')
  const { privacyStatus, status } = video.resource
  const changed = readResource({ ...fields, status: { privacyStatus } })
  if (changed.categoryId === null) throw refuse(400, 'invalidCategoryId', 'The category ID is missing.')
  const resource = { ...changed, status }
  world.videos.splice(world.videos.indexOf(video), 1, { ...video, resource })
  return { status: 200, json: showVideo(world, video.id) }
}

function setThumbnail(world: World, { url, headers, body }: FakeCall, channelId: string): FakeAnswer {
  const video = ownVideo(world, url.searchParams.get('videoId') ?? '', channelId)
  const type = headers['content-type'] ?? ''
  if (!['image/jpeg', 'image/png'].includes(type)) throw refuse(400, 'invalidImage', 'The image is invalid.')
  if (body.length === 0) throw refuse(400, 'mediaBodyRequired', 'The request has no image.')
  if (body.length > 52_428_800) throw refuse(413, 'uploadTooLarge', 'The image is too large.')
  if (!world.state.isVerified)
    throw refuse(
      403,
      'forbidden',
      "The authenticated user doesn't have permissions to upload and set custom video thumbnails.",
    )
  video.thumbnail = { bytes: body, type }
  return { status: 200, json: { kind: 'youtube#thumbnailSetResponse', items: [{}] } }
}

function deleteVideo(world: World, { url }: FakeCall, channelId: string): FakeAnswer {
  const video = ownVideo(world, url.searchParams.get('id') ?? '', channelId)
  world.videos.splice(world.videos.indexOf(video), 1)
  return { status: 204, json: null }
}

const statistics = { viewCount: '12345678901', likeCount: '7' }

const categories = [
  { id: '1', snippet: { title: 'Film & Animation', assignable: true } },
  { id: '18', snippet: { title: 'Short Movies', assignable: false } },
  { id: '22', snippet: { title: 'People & Blogs', assignable: true } },
]

function showPlaylists({ playlists }: World, { searchParams }: URL, channelId: string): Json[] {
  const ids = searchParams.get('id')?.split(',')
  return playlists
    .filter((one) => (ids ? ids.includes(one.id) : one.channelId === channelId))
    .map(({ id, title, channelId: owner }) => ({
      id,
      snippet: { title, channelId: owner },
      status: { privacyStatus: 'public' },
    }))
}

function showItems(world: World, { searchParams }: URL): Json[] {
  const id = searchParams.get('playlistId') ?? ''
  const own = world.videos.filter(({ channelId }) => id === `UU${channelId.slice(2)}`)
  const playlist = world.playlists.find((one) => one.id === id)
  if (own.length === 0 && !playlist) throw refuse(404, 'playlistNotFound', 'The playlist cannot be found.')
  const wanted = searchParams.get('videoId')
  const ids = playlist?.videoIds ?? own.map((video) => video.id).toReversed()
  return ids
    .filter((videoId) => wanted === null || videoId === wanted)
    .map((videoId) => {
      const { snippet } = showVideo(world, videoId)
      return {
        id: `${id}-${videoId}`,
        snippet: { ...asObject(snippet), resourceId: { kind: 'youtube#video', videoId } },
      }
    })
}

function addItem(world: World, call: FakeCall, channelId: string): FakeAnswer {
  const snippet = asObject(readJson(call).snippet)
  const resource = asObject(snippet?.resourceId)
  const playlist = world.playlists.find(({ id }) => id === snippet?.playlistId)
  if (!playlist) throw refuse(404, 'playlistNotFound', 'The playlist cannot be found.')
  if (playlist.channelId !== channelId)
    throw refuse(403, 'playlistItemsNotAccessible', 'The request is not properly authorized.')
  if (resource?.kind !== 'youtube#video')
    throw refuse(400, 'invalidResourceType', 'The type is not supported.')
  const { id } = ownVideo(world, textOf(resource.videoId) ?? '', channelId)
  playlist.videoIds.push(id)
  return { status: 200, json: { kind: 'youtube#playlistItem', id: `${playlist.id}-${id}` } }
}
