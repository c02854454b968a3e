import sharp from 'sharp'
import { asObject, isArray, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { checkFields, readContent, uploadsIn } from './fake-npf.ts'
import {
  badContent,
  badMedia,
  blogNamed,
  type FakeFile,
  type FakePerson,
  type FakePost,
  jsonOf,
  numberIn,
  ok,
  ownBlog,
  parse,
  refuse,
  takeId,
  type World,
} from './fake-world.ts'

const mostPictureBytes = 10_000_000
const mostVideoBytes = 500_000_000

/** Makes a post. Source: github.com/tumblr/docs, api.md, `/posts` - Create/Reblog a Post. */
export async function createPost(
  world: World,
  person: FakePerson,
  call: FakeCall,
  identifier: string,
): Promise<FakeAnswer> {
  const blog = ownBlog(world, person, identifier)
  const { post, parts } = await readBody(call)
  checkFields(post)
  const blogs = new Set(world.people.flatMap((each) => each.blogs.map(({ uuid }) => uuid)))
  const content = readContent(post.content, blogs)
  const files = await readFiles(content, parts)
  const video = files.find(({ mimeType }) => mimeType.startsWith('video/'))
  takeQuota(world, person, files.length - Number(Boolean(video)), video)
  const [firstId, now] = [takeId(world), Date.now()]
  const made: FakePost = {
    id: video ? takeId(world) : firstId,
    genesisId: video ? firstId : null,
    blog,
    content: content.map((block, index) => withAddress(block, index)),
    files,
    tags: (textOf(post.tags) ?? '').split(',').filter((tag) => tag !== ''),
    fields: post,
    visibleAt: video ? (world.isFailing ? Number.POSITIVE_INFINITY : now + world.processMs) : now,
    isDeleted: false,
    isReblog: false,
    likes: 0,
    reblogs: 0,
  }
  world.posts.push(made)
  const state = video ? 'transcoding' : 'published'
  return ok({ id: firstId, state, display_text: `Posted to ${blog.name}` }, 201)
}

interface Body {
  readonly post: JsonObject
  readonly parts: ReadonlyMap<string, FakeFile>
}

/** JSON, or a form whose first part is JSON with a type of its own. Source: api.md, User Uploaded Media. */
async function readBody(call: FakeCall): Promise<Body> {
  const type = call.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data'))
    return { post: asObject(jsonOf(call)) ?? notAPost(), parts: new Map() }
  const head = call.body.subarray(0, 300).toString('latin1')
  if (
    !/^--\S+\r\ncontent-disposition: form-data; name="json"\r\ncontent-type: application\/json\r\n\r\n/i.test(
      head,
    )
  )
    throw badContent('The first part must be JSON.')
  const form = await new Response(new Uint8Array(call.body), { headers: { 'content-type': type } }).formData()
  const parts = new Map<string, FakeFile>()
  let post: JsonObject | null = null
  for (const [name, value] of form) {
    if (typeof value === 'string') post = asObject(parse(value))
    else if (parts.has(name)) throw badMedia('A file came twice.')
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      parts.set(name, { bytes, mimeType: value.type, fileName: value.name })
    }
  }
  return { post: post ?? notAPost(), parts }
}

function notAPost(): never {
  throw badContent('The body must be an object.')
}

/** The file of each medium; each that came is of one. */
async function readFiles(content: readonly JsonObject[], parts: Body['parts']): Promise<FakeFile[]> {
  const uploads = uploadsIn(content)
  const names = new Set(uploads.map(({ identifier }) => identifier))
  if (names.size < uploads.length || parts.size > names.size) throw badMedia('Files and blocks do not match.')
  const files: FakeFile[] = []
  for (const { identifier, type } of uploads) {
    const file = parts.get(identifier)
    if (file?.mimeType !== type) throw badMedia('A file is missing, or of another type.')
    await checkFile(file)
    files.push(file)
  }
  return files
}

async function checkFile({ bytes, mimeType }: FakeFile): Promise<void> {
  if (mimeType === 'video/mp4') {
    if (bytes.subarray(4, 8).toString('latin1') !== 'ftyp' || bytes.length > mostVideoBytes)
      throw badMedia('The video cannot be read.')
    return
  }
  const format = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/gif': 'gif' }[mimeType]
  const found = await sharp(bytes)
    .metadata()
    .catch(() => null)
  if (format === undefined || found?.format !== format || bytes.length > mostPictureBytes)
    throw badMedia('The image cannot be read.')
}

/** Source: api.md, Errors and Error Subcodes. */
function takeQuota(world: World, person: FakePerson, pictures: number, video: FakeFile | undefined): void {
  const { left } = person
  const isBusy = world.posts.some(
    ({ genesisId, visibleAt, blog }) =>
      genesisId !== null && visibleAt > Date.now() && visibleAt < Infinity && person.blogs.includes(blog),
  )
  if (video && isBusy) throw refuse(403, 8_010, 'A video is still transcoding.')
  if (video && left.videos < 1) throw refuse(403, 8_011, 'You cannot upload more videos today.')
  if (left.photos < pictures) throw refuse(403, 8_004, 'You have hit a media upload limit for the day.')
  if (left.posts < 1) throw refuse(403, 8_023, 'You have hit your post limit for the day.')
  left.posts--
  left.photos -= pictures
  if (video) left.videos--
}

function withAddress(block: JsonObject, index: number): JsonObject {
  const url = `https://64.media.tumblr.com/file${index}`
  const stored = (medium: JsonObject | null): JsonObject => {
    const { identifier: _, ...rest } = medium ?? {}
    return { ...rest, url }
  }
  if (isArray(block.media)) return { ...block, media: block.media.map((medium) => stored(asObject(medium))) }
  return block.media === undefined
    ? block
    : { ...block, media: stored(asObject(block.media)), provider: 'tumblr' }
}

/** The public posts of a blog, the newest first. Source: api.md, `/posts` - Retrieve Published Posts. */
export function listPosts(world: World, call: FakeCall, identifier: string): FakeAnswer {
  const blog = blogNamed(world, identifier)
  const limit = numberIn(call.url, 'limit', 20, 20)
  const offset = numberIn(call.url, 'offset', 0, 999_999)
  if (limit < 1) throw refuse(400, 0, 'limit is out of range.')
  if (call.url.searchParams.get('npf') !== 'true') throw new Error('The older format is not served here.')
  const all = world.posts.filter((post) => post.blog === blog && isVisible(post)).toReversed()
  const posts = all.slice(offset, offset + limit).map((post) => showPost(world, post))
  return ok({ blog: { name: blog.name, uuid: blog.uuid }, posts, total_posts: all.length })
}

export function isVisible({ isDeleted, visibleAt }: FakePost): boolean {
  return !isDeleted && visibleAt <= Date.now()
}

/** Its number has lost digits, as numbers of JSON do; the text has them all. */
function showPost({ tellsGenesis }: World, post: FakePost): JsonObject {
  const { id, genesisId, blog, content, tags, visibleAt, isReblog } = post
  const of = { name: blog.name, uuid: blog.uuid }
  return {
    object_type: 'post',
    type: 'blocks',
    blog_name: blog.name,
    blog: of,
    id: Number(id),
    id_string: id,
    ...(tellsGenesis ? { genesis_post_id: genesisId ?? id } : {}),
    post_url: `https://${blog.name}.tumblr.com/post/${id}`,
    timestamp: Math.floor(visibleAt / 1_000),
    state: 'published',
    is_blocks_post_format: true,
    tags: [...tags],
    note_count: post.likes + post.reblogs,
    content: [...content],
    layout: [],
    trail: isReblog ? [{ post: { id: '1' }, blog: of, content: [] }] : [],
  }
}

/** Source: api.md, `/post/delete`. */
export function deletePost(world: World, person: FakePerson, call: FakeCall, identifier: string): FakeAnswer {
  const blog = ownBlog(world, person, identifier)
  const id = textOf(asObject(jsonOf(call))?.id)
  const post = world.posts.find((each) => each.id === id && each.blog === blog && !each.isDeleted)
  if (!post) throw refuse(404, 0, 'Not Found')
  post.isDeleted = true
  return ok({ id })
}

/** Source: api.md, `/notes`. */
export function showNotes(world: World, call: FakeCall, identifier: string): FakeAnswer {
  const blog = blogNamed(world, identifier)
  const { searchParams } = call.url
  if (searchParams.get('mode') !== 'conversation') throw refuse(400, 0, 'Only one mode is served here.')
  const post = world.posts.find((each) => each.id === searchParams.get('id') && each.blog === blog)
  if (!post || !isVisible(post)) throw refuse(404, 0, 'Not Found')
  const { likes, reblogs } = post
  return ok({
    notes: [],
    rollup_notes: [],
    total_notes: likes + reblogs,
    total_likes: likes,
    total_reblogs: reblogs,
  })
}
