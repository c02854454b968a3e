import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { mustTake } from './fake-communities.ts'
import { showComment } from './fake-lists.ts'
import { assetAt } from './fake-media.ts'
import {
  type FakeComment,
  type FakeCommunity,
  type FakePerson,
  type FakePost,
  flagIn,
  formOf,
  ok,
  refuse,
  refuseForm,
  type World,
} from './fake-world.ts'

const website = 'https://www.reddit.com'

let made = 0

/** Names go up, as Reddit's do. */
function newId(): string {
  made += 1
  return (1_890_000_000 + made).toString(36)
}

const ofSubmit = [
  ...['api_type', 'sr', 'kind', 'title', 'text', 'url', 'video_poster_url', 'flair_id', 'flair_text', 'nsfw'],
  ...['spoiler', 'sendreplies', 'resubmit', 'validate_on_submit'],
]

interface Words {
  readonly community: string
  readonly title: string
  readonly body: string
  readonly flairId: string | null
  readonly flairText: string | null
  readonly nsfw: boolean
  readonly spoiler: boolean
  readonly sendReplies: boolean
}

/** Makes a post of a text, a link, a picture or a video. */
export function submit(world: World, call: FakeCall): FakeAnswer {
  const author = world.access(call, 'submit')
  const form = formOf(call, ofSubmit)
  if (form.get('api_type') !== 'json') throw refuse(400)
  const words: Words = {
    community: form.get('sr') ?? '',
    title: form.get('title') ?? '',
    body: form.get('text') ?? '',
    flairId: form.get('flair_id'),
    flairText: form.get('flair_text'),
    nsfw: flagIn(form, 'nsfw'),
    spoiler: flagIn(form, 'spoiler'),
    sendReplies: flagIn(form, 'sendreplies', true),
  }
  const kind = form.get('kind') ?? ''
  const url = form.get('url')
  const isAgain = flagIn(form, 'resubmit')
  switch (kind) {
    case 'self':
      if (url !== null) throw refuseForm('INVALID_OPTION', 'that option is not valid', 'url')
      return answerWith(world, add(world, author, words, { kind, url: null }))
    case 'link':
      refuseLink(world, url, words.community, isAgain)
      return answerWith(world, add(world, author, words, { kind, url }))
    case 'image':
    case 'video':
      return submitFile(world, author, words, kind, form)
    default:
      throw refuseForm('INVALID_OPTION', 'that option is not valid', 'kind')
  }
}

function refuseLink({ posts }: World, url: string | null, community: string, isAgain: boolean): void {
  if (url === null) throw refuseForm('NO_URL', 'a url is required', 'url')
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw refuseForm('BAD_URL', 'you should check that url', 'url')
  const isThere = posts.some((post) => post.url === url && post.community === community && !post.isDeleted)
  if (isThere && !isAgain) throw refuseForm('ALREADY_SUB', 'that link has already been submitted', 'url')
}

/** Pictures and videos are processed first; nobody is told the id of the post. */
function submitFile(
  world: World,
  author: FakePerson,
  words: Words,
  kind: 'image' | 'video',
  form: URLSearchParams,
): FakeAnswer {
  const asset = assetAt(world, author, ({ url }) => url === form.get('url'), kind)
  const poster = form.get('video_poster_url')
  if (kind === 'video' && poster === null)
    throw refuseForm('MISSING_VIDEO_URLS', 'video and poster urls are required', 'video_poster_url')
  const cover = kind === 'video' ? assetAt(world, author, ({ url }) => url === poster, 'image').bytes : null
  add(world, author, words, {
    kind,
    url: `https://i.redd.it/${asset.id}`,
    pictures: kind === 'image' ? [asset.bytes] : [],
    cover,
  })
  const websocket = `wss://ws-k8s.wss.redditmedia.com/${asset.id}?m=AQAA`
  const data = { user_submitted_page: `${website}/user/${author.name}/submitted/`, websocket_url: websocket }
  return ok({ json: { errors: [], data } })
}

const ofGallery = [
  ...['api_type', 'sr', 'title', 'text', 'items', 'flair_id', 'flair_text', 'nsfw', 'spoiler', 'sendreplies'],
  ...['show_error_list', 'validate_on_submit'],
]

/** Makes a gallery, whose post is there at once. */
export function submitGallery(world: World, call: FakeCall): FakeAnswer {
  const author = world.access(call, 'submit')
  const body = jsonOf(call)
  const unknown = Object.keys(body).find((name) => !ofGallery.includes(name))
  if (unknown !== undefined || body.api_type !== 'json')
    throw refuse(400, { reason: 'INVALID_OPTION', explanation: 'that option is not valid' })
  const items = isArray(body.items) ? body.items.map(asObject) : []
  if (items.length < 2 || items.length > 20)
    throw refuseForm('INVALID_OPTION', 'a gallery has 2 to 20 items', 'items')
  const pictures = items.map(
    (item) => assetAt(world, author, ({ id }) => id === item?.media_id, 'image').bytes,
  )
  const captions = items.map((item) => textOf(item?.caption) ?? '')
  if (captions.some((caption) => caption.length > 180))
    throw refuseForm('TOO_LONG', 'this is too long (max: 180)', 'caption')
  const words: Words = {
    community: textOf(body.sr) ?? '',
    title: textOf(body.title) ?? '',
    body: textOf(body.text) ?? '',
    flairId: textOf(body.flair_id),
    flairText: textOf(body.flair_text),
    nsfw: body.nsfw === true,
    spoiler: body.spoiler === true,
    sendReplies: body.sendreplies === true,
  }
  const post = add(world, author, words, { kind: 'gallery', url: null, pictures, captions })
  return ok({ json: { errors: [], data: { url: addressOf(post), id: `t3_${post.id}` } } })
}

function jsonOf({ headers, body }: FakeCall): JsonObject {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw refuse(400)
  try {
    return asObject(JSON.parse(body.toString()) as Json) ?? {}
  } catch {
    throw refuse(400, { reason: 'JSON_PARSE_ERROR', explanation: 'it is no JSON' })
  }
}

function add(
  world: World,
  author: FakePerson,
  words: Words,
  file: Pick<FakePost, 'kind' | 'url'> & Partial<Pick<FakePost, 'pictures' | 'captions' | 'cover'>>,
): FakePost {
  const { community, title, body, flairId, flairText } = words
  if (title.trim() === '') throw refuseForm('NO_TEXT', 'we need something here', 'title')
  if ([...title].length > 300) throw refuseForm('TOO_LONG', 'this is too long (max: 300)', 'title')
  if ([...body].length > 40_000) throw refuseForm('TOO_LONG', 'this is too long (max: 40000)', 'text')
  const { pictures = [], captions = [], cover = null, ...rest } = file
  const submitted = { kind: file.kind, title, body, url: file.url, count: pictures.length, flairId }
  const home = mustTake(world, community, author, submitted)
  const isProcessed = file.kind === 'image' || file.kind === 'video'
  const post: FakePost = {
    ...rest,
    ...{ pictures, captions, cover, author, title, body },
    id: newId(),
    community: home?.name ?? `u_${author.name}`,
    flair: flairFor(home, flairId, flairText),
    nsfw: words.nsfw,
    spoiler: words.spoiler,
    sendReplies: words.sendReplies,
    createdAt: Math.floor(Date.now() / 1_000),
    visibleAt: isProcessed ? (world.isFailing ? Number.POSITIVE_INFINITY : Date.now() + world.processMs) : 0,
    isDeleted: false,
    ups: 1,
    comments: 0,
  }
  world.posts.push(post)
  return post
}

function flairFor(
  home: FakeCommunity | null,
  id: string | null,
  text: string | null,
): { id: string; text: string } | null {
  if (id === null && text === null) return null
  const template = home?.flairs.find((each) => each.id === id)
  if (!template || template.mod_only === true)
    throw refuseForm('INVALID_OPTION', 'that flair is not valid', 'flair_id')
  if (text !== null && template.text_editable !== true)
    throw refuseForm('INVALID_OPTION', 'that flair cannot be changed', 'flair_text')
  return { id: id ?? '', text: text ?? textOf(template.text) ?? '' }
}

function addressOf({ id, community }: FakePost): string {
  return `${website}/r/${community}/comments/${id}/at_sea/`
}

function answerWith(_world: World, post: FakePost): FakeAnswer {
  const data = { url: addressOf(post), drafts_count: 0, id: post.id, name: `t3_${post.id}` }
  return ok({ json: { errors: [], data } })
}

/** Writes a comment below a post or another comment. */
export function comment(world: World, call: FakeCall): FakeAnswer {
  const author = world.access(call, 'submit')
  const form = formOf(call, ['api_type', 'thing_id', 'text'])
  if (form.get('api_type') !== 'json') throw refuse(400)
  const body = form.get('text') ?? ''
  if (body.trim() === '') throw refuseForm('NO_TEXT', 'we need something here', 'text')
  if ([...body].length > 10_000) throw refuseForm('TOO_LONG', 'this is too long (max: 10000)', 'text')
  const parent = form.get('thing_id') ?? ''
  const post = postOver(world, parent)
  const written: FakeComment = {
    ...{ author, body, parent, post },
    id: newId(),
    createdAt: Math.floor(Date.now() / 1_000),
    isDeleted: false,
    ups: 1,
  }
  world.comments.push(written)
  post.comments += 1
  return ok({ json: { errors: [], data: { things: [{ kind: 't1', data: showComment(written) }] } } })
}

/** The post that a comment hangs on. */
function postOver({ posts, comments }: World, parent: string): FakePost {
  const above = comments.find(({ id }) => `t1_${id}` === parent)
  const post = above?.post ?? posts.find(({ id }) => `t3_${id}` === parent)
  if (!post) throw refuse(404)
  if (post.isDeleted)
    throw refuseForm('DELETED_LINK', 'the link you are commenting on has been deleted', 'parent')
  if (above?.isDeleted) throw refuseForm('DELETED_COMMENT', 'that comment has been deleted', 'parent')
  return post
}

/** Deletes one's own; nobody is told that there was nothing to delete. */
export function deleteThing(world: World, call: FakeCall): FakeAnswer {
  const person = world.access(call, 'edit')
  const name = formOf(call, ['id']).get('id') ?? ''
  const thing = thingNamed(world, name)
  if (thing && thing.author === person) thing.isDeleted = true
  return ok({})
}

/** Changes the words of one's own text or comment. */
export function editText(world: World, call: FakeCall): FakeAnswer {
  const person = world.access(call, 'edit')
  const form = formOf(call, ['api_type', 'thing_id', 'text'])
  const thing = thingNamed(world, form.get('thing_id') ?? '')
  if (!thing) throw refuse(404)
  const isText = !('kind' in thing) || thing.kind === 'self'
  if (thing.author !== person || thing.isDeleted || !isText)
    throw refuseForm('NOT_AUTHOR', "you can't do that", 'thing_id')
  thing.body = form.get('text') ?? ''
  return ok({ json: { errors: [], data: { things: [] } } })
}

export function thingNamed({ posts, comments }: World, name: string): FakePost | FakeComment | null {
  const post = posts.find(({ id }) => `t3_${id}` === name)
  return post ?? comments.find(({ id }) => `t1_${id}` === name) ?? null
}
