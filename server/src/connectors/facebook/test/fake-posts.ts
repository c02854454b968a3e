import { asObject, isArray, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  type Answer,
  type FakePhoto,
  type FakePost,
  type FakeWorld,
  guarded,
  missing,
  ok,
  readForm,
  readJson,
  refuse,
  refuseWhileBlocked,
  requireFields,
  requireOwn,
  version,
} from './fake-world.ts'

const most = { text: 63_206, bytes: 10_000_000 }
const photoTypes = ['image/jpeg', 'image/png']

/** The edges of posts, photos, stories of photos, and comments. */
export function postRoutes(world: FakeWorld): Record<string, Answer> {
  const own = (scope: string, answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>) =>
    guarded(world, scope, (call, id) => {
      requireOwn(world, id)
      return answer(call)
    })
  const at = (edge: string) => `/${version}/:id/${edge}`
  return {
    [`POST ${at('photos')}`]: own('pages_manage_posts', (call) => takePhoto(world, call)),
    [`POST ${at('feed')}`]: own('pages_manage_posts', (call) => makePost(world, call)),
    [`POST ${at('photo_stories')}`]: own('pages_manage_posts', (call) => makeStory(world, call)),
    [`GET ${at('published_posts')}`]: own('pages_read_engagement', (call) => list(world, call, 'post')),
    [`GET ${at('stories')}`]: own('pages_read_engagement', (call) => list(world, call, 'story')),
    [`POST ${at('comments')}`]: guarded(world, 'pages_manage_engagement', (call, id) =>
      makeComment(world, call, id),
    ),
    [`GET ${at('comments')}`]: guarded(world, 'pages_read_user_content', (call, id) => {
      requireShown(world, id)
      return list(world, call, 'comment', id)
    }),
    [`GET ${at('insights')}`]: guarded(world, 'read_insights', (call, id) => showInsights(world, call, id)),
  }
}

async function takePhoto(world: FakeWorld, call: FakeCall): Promise<FakeAnswer> {
  refuseWhileBlocked(world)
  const form = await readForm(call)
  const known = ['published', 'temporary', 'alt_text_custom', 'source']
  for (const name of form.keys()) if (!known.includes(name)) throw refuse(`Unknown parameter ${name}`)
  const source = form.get('source')
  if (!(source instanceof File)) throw refuse('No photo was sent', 324)
  if (!photoTypes.includes(source.type) || source.size > most.bytes)
    throw refuse('Your photos couldn’t be uploaded.', 1, 1_366_046)
  if (form.get('published') !== 'false') throw refuse('This network shows no photo without its post')
  const id = world.nextId()
  const bytes = Buffer.from(await source.arrayBuffer())
  world.photos.set(id, { id, bytes, altText: String(form.get('alt_text_custom') ?? ''), shownIn: null })
  return ok({ id })
}

const feedParameters = { message: 'string', link: 'string', attached_media: 'list', published: 'boolean' }

function makePost(world: FakeWorld, call: FakeCall): FakeAnswer {
  refuseWhileBlocked(world)
  const fields = readJson(call, feedParameters)
  const [text, link] = [textOf(fields.message) ?? '', textOf(fields.link)]
  const attached = isArray(fields.attached_media) ? fields.attached_media.map(asObject) : []
  if (text === '' && link === null && attached.length === 0) throw refuse('Missing message or attachment')
  if (Array.from(text).length > most.text) throw refuse('The message is too long')
  if (link !== null && !URL.canParse(link)) throw refuse('The url you supplied is invalid', 100, 2_061_006)
  const photos = attached.map((each) => unseenPhoto(world, textOf(each?.media_fbid) ?? ''))
  const post = addPost(world, { text, link, photos, kind: 'post' })
  return ok({ id: post.id })
}

function makeStory(world: FakeWorld, call: FakeCall): FakeAnswer {
  refuseWhileBlocked(world)
  const { photo_id } = readJson(call, { photo_id: 'string' })
  const post = addPost(world, { photos: [unseenPhoto(world, textOf(photo_id) ?? '')], kind: 'story' })
  return ok({ success: true, post_id: post.id })
}

function unseenPhoto({ photos }: FakeWorld, id: string): FakePhoto {
  const photo = photos.get(id)
  if (!photo) throw missing(id)
  if (photo.shownIn !== null) throw refuse('These photos were already posted.', 1, 1_366_051)
  return photo
}

function makeComment(world: FakeWorld, call: FakeCall, id: string): FakeAnswer {
  refuseWhileBlocked(world)
  requireShown(world, id)
  const text = textOf(readJson(call, { message: 'string' }).message) ?? ''
  if (text.trim() === '') throw refuse('Missing message or attachment')
  return ok({ id: addPost(world, { text, replyTo: id, kind: 'comment' }).id })
}

/** Changes the words of what the app has published: a post, a comment, or a video by the name it has for them. */
export function editPost(world: FakeWorld, call: FakeCall, id: string): FakeAnswer {
  refuseWhileBlocked(world)
  const video = world.videos.get(id)
  if (video?.finishedAt != null) {
    requireGranted(world, 'pages_manage_posts')
    video.description = textOf(readJson(call, { description: 'string' }).description) ?? ''
    return ok({ success: true })
  }
  const place = world.posts.findIndex((post) => post.id === id)
  const post = world.posts[place]
  if (!post || post.kind === 'story') throw missing(id)
  requireGranted(world, post.kind === 'comment' ? 'pages_manage_engagement' : 'pages_manage_posts')
  if (post.appId !== world.appId) throw refuse('An app can only update a Page post if it made it', 200)
  const text = textOf(readJson(call, { message: 'string' }).message) ?? ''
  if (text.trim() === '' && post.photos.length === 0 && post.link === null)
    throw refuse('Missing message or attachment')
  if (Array.from(text).length > most.text) throw refuse('The message is too long')
  world.posts[place] = { ...post, text }
  return ok({ success: true })
}

function requireGranted({ granted }: FakeWorld, scope: string): void {
  if (!granted.includes(scope)) throw refuse(`Requires ${scope} permission`, 200)
}

/** Adds a post as one of the app, or with `appId: null` as one of a person. */
export function addPost(world: FakeWorld, facts: Partial<FakePost> & Pick<FakePost, 'kind'>): FakePost {
  const { pageId, appId, posts } = world
  const id = `${pageId}_${world.nextId()}`
  const post = { id, text: '', link: null, photos: [], replyTo: null, createdAt: Date.now(), appId, ...facts }
  for (const photo of post.photos) photo.shownIn = id
  posts.push(post)
  return post
}

function requireShown({ posts, videos }: FakeWorld, id: string): void {
  const shown = [...videos.values()].filter(({ finishedAt }) => finishedAt !== null)
  const ids = [...posts.map((post) => post.id), ...shown.flatMap((video) => [video.id, video.postId])]
  if (!ids.includes(id)) throw missing(id)
}

const fields = {
  post: ['id', 'message', 'created_time', 'application', 'attachments'],
  story: ['post_id', 'media_id', 'status'],
  comment: ['id', 'message', 'created_time', 'from'],
} as const

/** The newest first, since a time where one is given. */
function list(world: FakeWorld, call: FakeCall, kind: FakePost['kind'], replyTo?: string): FakeAnswer {
  requireFields(call, fields[kind])
  const since = Number(call.url.searchParams.get('since') ?? 0) * 1_000
  const limit = Number(call.url.searchParams.get('limit') ?? 25)
  const found = world.posts.filter(
    (post) =>
      post.kind === kind && post.createdAt >= since && (kind !== 'comment' || post.replyTo === replyTo),
  )
  const show = { post: showPost, story: showStory, comment: showComment }[kind]
  return ok({
    data: found
      .toReversed()
      .slice(0, limit)
      .map((post) => show(post, world)),
  })
}

function showPost({ id, text, link, photos, createdAt, appId }: FakePost): JsonObject {
  const shown = photos.map((photo) => ({ media_type: 'photo', target: { id: photo.id } }))
  const [first, ...more] = shown
  const album = { media_type: 'album', target: { id: `a${id}` }, subattachments: { data: shown } }
  const linked = link === null ? [] : [{ media_type: 'link', target: {} }]
  const data = first ? [more.length > 0 ? album : first] : linked
  return {
    id,
    created_time: timeOf(createdAt),
    ...(text === '' ? {} : { message: text }),
    ...(appId === null ? {} : { application: { id: appId, name: 'Ours' } }),
    ...(data.length === 0 ? {} : { attachments: { data } }),
  }
}

function showStory({ id, photos }: FakePost): JsonObject {
  return { post_id: id, media_id: photos[0]?.id ?? '', status: 'PUBLISHED' }
}

function showComment({ id, text, createdAt, appId }: FakePost, { pageId }: FakeWorld): JsonObject {
  return { id, message: text, created_time: timeOf(createdAt), from: { id: appId === null ? '999' : pageId } }
}

/** Whole seconds, and a zone without a colon. */
function timeOf(createdAt: number): string {
  return `${new Date(createdAt).toISOString().slice(0, 19)}+0000`
}

const figures: Readonly<Record<string, number>> = { post_media_view: 120, post_total_media_view_unique: 80 }

function showInsights(world: FakeWorld, { url }: FakeCall, id: string): FakeAnswer {
  requireShown(world, id)
  const names = (url.searchParams.get('metric') ?? '').split(',')
  for (const name of names)
    if (!Object.hasOwn(figures, name)) throw refuse('The value must be a valid insights metric')
  const data = names.map((name) => ({ name, period: 'lifetime', values: [{ value: figures[name] ?? 0 }] }))
  return ok({ data })
}
