import sharp from 'sharp'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { FakeLogin, openIdOf } from './fake-login.ts'
import {
  type FakeCreator,
  type FakePost,
  ok,
  readJson,
  readPhotoInfo,
  readPhotoUrls,
  readPlan,
  readVideoInfo,
  refuse,
} from './fake-rules.ts'
import { FakeUploads } from './fake-uploads.ts'

/** The calls, as faults and the journal name them. */
export const calls = {
  user: 'GET /v2/user/info/',
  creator: 'POST /v2/post/publish/creator_info/query/',
  beginVideo: 'POST /v2/post/publish/video/init/',
  beginDraft: 'POST /v2/post/publish/inbox/video/init/',
  /** The call that makes a post of photos. */
  photos: 'POST /v2/post/publish/content/init/',
  status: 'POST /v2/post/publish/status/fetch/',
  list: 'POST /v2/video/list/',
  query: 'POST /v2/video/query/',
  chunk: 'send a chunk',
  /** The call that makes a post of a video. */
  last: 'send the last chunk',
} as const

/** A post from its beginning on. */
export interface FakePublication extends FakePost {
  readonly publishId: string
  readonly person: string
  readonly kind: 'video' | 'photo'
  readonly isDraft: boolean
  /** The file of a video, or the photos. */
  files: readonly Buffer[]
  status: string
  failReason: string | null
  /** A number of 64 bits, which public posts alone have. */
  postId: string | null
  createdAt: number
  counts: { readonly [name: string]: number }
}

interface FakeState {
  readonly creator: FakeCreator
  /** Refuses whatever publishes, or asks whether one may, as in this code. */
  refusal: string | null
  /** Apps without an audit post nothing that others see, and for private accounts alone. */
  isAudited: boolean
  /** Whether the addresses that photos have lie below one that the app has verified. */
  isVerified: boolean
  /** Why posts fail that are taken; null while they do not. */
  failReason: string | null
  /** Whether new posts stay in work. */
  isSlow: boolean
  /** Whether public posts have their ids at once. */
  isModerated: boolean
  /** Whether ids under which posts were begun are forgotten. */
  isForgetful: boolean
}

/** TikTok with two people. It refuses everything that its documentation says is refused. */
export interface FakeTikTok extends FakeServer {
  readonly login: FakeLogin
  readonly uploads: FakeUploads
  /** Everything that was begun, oldest first. */
  readonly publications: FakePublication[]
  readonly state: FakeState
  /** Reaches addresses that begin with `url` at `behind`, as a name that only a test knows. */
  host(url: string, behind: string): void
}

interface World extends Pick<FakeTikTok, 'login' | 'uploads' | 'publications' | 'state'> {
  /** The addresses under which names are reached. */
  readonly hosts: Map<string, string>
}

const firstId = 7_412_345_678_901_234_567n

export async function startFakeTikTok(): Promise<FakeTikTok> {
  const state: FakeState = {
    creator: {
      privacyLevels: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
      commentDisabled: false,
      duetDisabled: false,
      stitchDisabled: false,
      maxVideoSeconds: 600,
    },
    refusal: null,
    isAudited: true,
    isVerified: true,
    failReason: null,
    isSlow: false,
    isModerated: true,
    isForgetful: false,
  }
  const publications: FakePublication[] = []
  const uploads = new FakeUploads((publishId, bytes) => {
    const found = publications.find((one) => one.publishId === publishId)
    if (found) finish(world, found, [bytes])
  })
  const login = new FakeLogin(['harbour', 'tide'])
  const world: World = { login, uploads, publications, state, hosts: new Map() }
  const guarded =
    (scope: string, answer: (call: FakeCall, person: string) => FakeAnswer | Promise<FakeAnswer>) =>
    (call: FakeCall) =>
      answer(call, admit(world, scope, call))
  const server = await startFakeServer({
    nameOf: (method, path, headers) => nameChunks(`${method} ${path}`, headers['content-range'] ?? ''),
    routes: {
      ...world.login.routes,
      [calls.user]: guarded('user.info.basic', ({ url }, person) => showUser(url, person)),
      [calls.creator]: guarded('video.publish', (call, person) => showCreator(world, call, person)),
      [calls.beginVideo]: guarded('video.publish', (call, person) => beginVideo(world, call, person)),
      [calls.beginDraft]: guarded('video.upload', (call, person) => beginDraft(world, call, person)),
      // Its scope depends on its mode.
      [calls.photos]: (call) => beginPhotos(world, call),
      [calls.status]: guarded('', (call, person) => showStatus(world, call, person)),
      [calls.list]: guarded('video.list', (call, person) => listPosts(world, call, person)),
      [calls.query]: guarded('video.list', (call, person) => queryPosts(world, call, person)),
      [calls.chunk]: (call) => uploads.take(call),
      [calls.last]: (call) => uploads.take(call),
    },
    internalError: {
      data: {},
      error: { code: 'internal_error', message: 'Internal error', log_id: 'a-log' },
    },
  })
  world.login.oauth.issuer = server.url
  return { ...server, ...world, host: (url, behind) => void world.hosts.set(url, behind) }
}

function nameChunks(name: string, range: string): string {
  if (name !== 'PUT /video/') return name
  const [, last, total] = /^bytes \d+-(\d+)\/(\d+)$/.exec(range) ?? []
  return Number(last) + 1 === Number(total) ? calls.last : calls.chunk
}

/** The person of a caller who may do this. */
function admit({ login }: World, scope: string, { headers }: FakeCall): string {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const owner = login.oauth.ownerOf(token)
  if (!owner) throw refuse(401, 'access_token_invalid', 'The access token is invalid or not found.')
  if (scope !== '' && !owner.scopes.includes(scope))
    throw refuse(401, 'scope_not_authorized', 'The user did not authorize the scope required.')
  return owner.person
}

function showUser(url: URL, person: string): FakeAnswer {
  const known: JsonObject = {
    open_id: openIdOf(person),
    avatar_url: `https://p16.tiktokcdn.com/${person}`,
    display_name: `The ${person}`,
  }
  const fields = url.searchParams.get('fields')?.split(',') ?? []
  if (fields.length === 0 || fields.some((field) => known[field] === undefined))
    throw refuse(401, 'scope_not_authorized', 'A field needs another scope.')
  const user = Object.fromEntries(fields.map((field) => [field, known[field] ?? null]))
  return ok({ user })
}

function showCreator({ state }: World, call: FakeCall, person: string): FakeAnswer {
  readJson(call)
  if (state.refusal !== null) throw refuse(200, state.refusal)
  const { creator } = state
  return ok({
    creator_avatar_url: `https://p16.tiktokcdn.com/${person}?x-expires=1`,
    creator_username: `${person}.co`,
    creator_nickname: `The ${person}`,
    privacy_level_options: creator.privacyLevels,
    comment_disabled: creator.commentDisabled,
    duet_disabled: creator.duetDisabled,
    stitch_disabled: creator.stitchDisabled,
    max_video_post_duration_sec: creator.maxVideoSeconds,
  })
}

function beginVideo(world: World, call: FakeCall, person: string): FakeAnswer {
  const { post_info: info, source_info: source } = readJson(call)
  refuseIfAny(world, false)
  const post = readVideoInfo(info, world.state.creator)
  refuseUnaudited(world, post)
  return beginUpload(world, source, { ...post, person, isDraft: false })
}

function beginDraft(world: World, call: FakeCall, person: string): FakeAnswer {
  const { source_info: source, ...others } = readJson(call)
  refuseIfAny(world, true)
  if (Object.keys(others).length > 0) throw refuse(400, 'invalid_params', 'A draft takes its source alone.')
  const post = { text: '', title: null, privacy: null, info: {} }
  return beginUpload(world, source, { ...post, person, isDraft: true })
}

function beginUpload(
  world: World,
  source: Json | undefined,
  post: FakePost & { person: string; isDraft: boolean },
): FakeAnswer {
  const plan = readPlan(source)
  const { publishId } = begin(world, { ...post, kind: 'video', status: 'PROCESSING_UPLOAD' })
  return ok({ publish_id: publishId, upload_url: world.uploads.begin(publishId, plan) })
}

async function beginPhotos(world: World, call: FakeCall): Promise<FakeAnswer> {
  const { media_type: type, post_mode: mode, post_info: info, source_info: source } = readJson(call)
  if (type !== 'PHOTO' || (mode !== 'DIRECT_POST' && mode !== 'MEDIA_UPLOAD'))
    throw refuse(400, 'invalid_params', 'media_type or post_mode is invalid.')
  const isDraft = mode === 'MEDIA_UPLOAD'
  const person = admit(world, isDraft ? 'video.upload' : 'video.publish', call)
  refuseIfAny(world, isDraft)
  const post = readPhotoInfo(info, isDraft, world.state.creator)
  if (!isDraft) refuseUnaudited(world, post)
  const urls = readPhotoUrls(source)
  if (!world.state.isVerified) throw refuse(403, 'url_ownership_unverified', 'The URL is not verified.')
  const found = begin(world, { ...post, person, isDraft, kind: 'photo', status: 'PROCESSING_DOWNLOAD' })
  const files = await Promise.all(urls.map((url) => pull(world, url)))
  const whole = files.filter((file) => file !== null)
  if (whole.length < files.length) fail(found, 'photo_pull_failed')
  else if (!(await Promise.all(whole.map(isPhoto))).every(Boolean)) fail(found, 'picture_size_check_failed')
  else finish(world, found, whole)
  return ok({ publish_id: found.publishId })
}

/** No redirect is followed. */
async function pull({ hosts }: World, url: string): Promise<Buffer | null> {
  const here = [...hosts].reduce((address, [name, behind]) => address.replace(name, behind), url)
  const answer = await fetch(here, { redirect: 'manual' }).catch(() => null)
  return answer?.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null
}

async function isPhoto(bytes: Buffer): Promise<boolean> {
  const { format, width = 0, height = 0 } = await sharp(bytes).metadata()
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return (
    ['jpeg', 'webp'].includes(format ?? '') && short <= 1_080 && long <= 1_920 && bytes.length <= 20_000_000
  )
}

/** Drafts are not counted with posts. */
function refuseIfAny({ state }: World, isDraft: boolean): void {
  if (state.refusal === null || (isDraft && state.refusal === 'spam_risk_too_many_posts')) return
  throw refuse(403, state.refusal)
}

function refuseUnaudited({ state }: World, { privacy }: FakePost): void {
  const isPrivateAccount = !state.creator.privacyLevels.includes('PUBLIC_TO_EVERYONE')
  if (state.isAudited || (privacy === 'SELF_ONLY' && isPrivateAccount)) return
  throw refuse(403, 'unaudited_client_can_only_post_to_private_accounts')
}

function begin(
  { publications }: World,
  post: Omit<FakePublication, 'publishId' | 'files' | 'failReason' | 'postId' | 'createdAt' | 'counts'>,
): FakePublication {
  const kind = post.kind === 'video' ? 'v_pub_file' : 'p_pub_url'
  const publishId = `${kind}~v2.${firstId + BigInt(publications.length)}`
  const begun = { files: [], failReason: null, postId: null, createdAt: 0, counts: {} }
  const made: FakePublication = { ...post, ...begun, publishId }
  publications.push(made)
  return made
}

function fail(publication: FakePublication, reason: string): void {
  publication.status = 'FAILED'
  publication.failReason = reason
}

/** Everything has arrived: it is posted, or put into the inbox. */
function finish(world: World, publication: FakePublication, files: readonly Buffer[]): void {
  const { state } = world
  publication.files = files
  publication.createdAt = Date.now()
  if (state.failReason !== null) fail(publication, state.failReason)
  else if (state.isSlow) publication.status = 'PROCESSING_DOWNLOAD'
  else settle(world, publication)
}

function settle({ publications, state }: World, publication: FakePublication): void {
  publication.status = publication.isDraft ? 'SEND_TO_USER_INBOX' : 'PUBLISH_COMPLETE'
  const isShown = publication.privacy === 'PUBLIC_TO_EVERYONE' && state.isModerated
  if (isShown) publication.postId = String(firstId + 1_000n + BigInt(publications.indexOf(publication)))
}

function showStatus({ publications, uploads, state }: World, call: FakeCall, person: string): FakeAnswer {
  const id = textOf(readJson(call).publish_id)
  const found = publications.find(({ publishId }) => publishId === id)
  if (!found || state.isForgetful) throw refuse(400, 'invalid_publish_id', 'The publish_id does not exist.')
  if (found.person !== person) throw refuse(400, 'token_not_authorized_for_specified_publish_id')
  const answer = ok({
    status: found.status,
    ...(found.failReason === null ? {} : { fail_reason: found.failReason }),
    publicaly_available_post_id: found.postId === null ? [] : ['the id'],
    uploaded_bytes: uploads.receivedOf(found.publishId),
    downloaded_bytes: 0,
  })
  // A number of 64 bits cannot be written by JSON.stringify.
  const text = JSON.stringify(answer.json).replace('"the id"', String(found.postId))
  return { ...answer, bytes: { bytes: Buffer.from(text), mimeType: 'application/json' } }
}

/** The public posts of a person, newest first. */
function publicPosts({ publications }: World, person: string): FakePublication[] {
  return publications.filter((one) => one.person === person && one.postId !== null).toReversed()
}

function listPosts(world: World, call: FakeCall, person: string): FakeAnswer {
  const most = readJson(call).max_count
  if (typeof most !== 'number' || most < 1 || most > 20) throw refuse(400, 'invalid_params')
  const fields = fieldsOf(call)
  const posts = publicPosts(world, person)
  const videos = posts.slice(0, most).map((post) => showPost(post, fields))
  return ok({ videos, cursor: 0, has_more: posts.length > most })
}

function queryPosts(world: World, call: FakeCall, person: string): FakeAnswer {
  const ids = asObject(readJson(call).filters)?.video_ids
  if (!isArray(ids) || ids.length < 1 || ids.length > 20) throw refuse(400, 'invalid_params')
  const posts = publicPosts(world, person).filter(({ postId }) => ids.includes(postId))
  return ok({ videos: posts.map((post) => showPost(post, fieldsOf(call))), cursor: 0, has_more: false })
}

function fieldsOf({ url }: FakeCall): string[] {
  const fields = url.searchParams.get('fields')?.split(',') ?? []
  if (fields.length === 0) throw refuse(400, 'invalid_params', 'fields is missing.')
  return fields
}

function showPost(
  { postId, person, kind, text, createdAt, counts }: FakePublication,
  fields: string[],
): JsonObject {
  const shown: JsonObject = {
    id: postId,
    title: text,
    create_time: Math.floor(createdAt / 1_000),
    share_url: `https://www.tiktok.com/@${person}.co/${kind}/${postId}`,
    view_count: 0,
    like_count: 0,
    comment_count: 0,
    share_count: 0,
    ...counts,
  }
  return Object.fromEntries(fields.map((field) => [field, shown[field] ?? null]))
}
