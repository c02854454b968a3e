import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { takeForPost } from './fake-media.ts'
import {
  bodyOf,
  type FakePost,
  objectOf,
  refuse,
  requireActor,
  requireScope,
  type World,
} from './fake-world.ts'

const fields = [
  'author',
  'commentary',
  'visibility',
  'distribution',
  'content',
  'lifecycleState',
  'isReshareDisabledByAuthor',
]
const required = ['author', 'commentary', 'visibility', 'distribution', 'lifecycleState']

/** Makes a post, if it is one. */
export function makePost(world: World, call: FakeCall): FakeAnswer {
  const body = bodyOf(call)
  const missing = required.find((field) => body[field] === undefined)
  if (missing) throw refuse(400, 'MISSING_FIELD', `${missing} is missing`)
  const unknown = Object.keys(body).find((field) => !fields.includes(field))
  if (unknown) throw refuse(400, 'INVALID_VALUE_FOR_FIELD', `There is no field ${unknown}`)
  const author = requireActor(world, call, body.author)
  if (!['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'].includes(String(body.visibility)))
    throw refuse(400, 'INVALID_VALUE_FOR_FIELD', 'visibility')
  if (body.lifecycleState !== 'PUBLISHED' || objectOf(body.distribution).feedDistribution !== 'MAIN_FEED')
    throw refuse(400, 'INVALID_VALUE_FOR_FIELD', 'lifecycleState or feedDistribution')
  const text = readLittleText(String(body.commentary))
  const media = body.content === undefined ? [] : mediaOf(world, objectOf(body.content), author)
  if (Array.from(text).length > 3_000) throw refuse(400, 'FIELD_LENGTH_TOO_LONG', 'commentary is too long')
  if (text.trim() === '' && body.content === undefined)
    throw refuse(400, 'INVALID_VALUE_BLANK_FIELD', 'commentary is blank')
  refuseRepeat(world, body)
  const id = `urn:li:share:${7_100_000_000_000_000_000n + BigInt(world.posts.length)}`
  world.posts.push({ id, author, text, body, media, replyTo: null, createdAt: Date.now() })
  return { status: 201, json: null, headers: { 'x-restli-id': id } }
}

function refuseRepeat({ noticesRepeats, posts }: World, body: JsonObject): void {
  const same = posts.find((post) => JSON.stringify(post.body) === JSON.stringify(body))
  if (!noticesRepeats || !same) return
  const message = `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${same.id}`
  const inputErrors = [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }]
  const json = {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message,
    errorDetails: { inputErrors },
    status: 422,
  }
  throw new FakeRefusal(message, { status: 422, json })
}

function mediaOf(world: World, content: JsonObject, author: string): FakePost['media'] {
  const [kind = '', ...more] = Object.keys(content)
  if (more.length > 0) throw refuse(400, 'INVALID_VALUE_FOR_FIELD', 'content has one member')
  const shown = objectOf(content[kind])
  switch (kind) {
    case 'media':
      return [showMedium(world, shown, author)]
    case 'multiImage': {
      const images = isArray(shown.images) ? shown.images.map(objectOf) : []
      if (images.length < 2 || images.length > 20) throw refuse(400, 'INVALID_VALUE_FOR_FIELD', 'images')
      return images.map((image) => showMedium(world, image, author))
    }
    case 'article':
      if (textOf(shown.source) === null || textOf(shown.title) === null)
        throw refuse(400, 'MISSING_FIELD', 'An article has a source and a title')
      if (shown.thumbnail !== undefined) takeForPost(world, textOf(shown.thumbnail), author)
      return []
    default:
      throw refuse(400, 'INVALID_VALUE_FOR_FIELD', `There is no content ${kind}`)
  }
}

function showMedium(world: World, shown: JsonObject, author: string): FakePost['media'][number] {
  const urn = textOf(shown.id)
  if (urn?.startsWith('urn:li:document:') && textOf(shown.title) === null)
    throw refuse(400, 'MISSING_FIELD', 'A document has a title')
  const altText = textOf(shown.altText) ?? ''
  if (altText.length > 4_086) throw refuse(400, 'FIELD_LENGTH_TOO_LONG', 'altText is too long')
  return { altText, bytes: takeForPost(world, urn, author) }
}

/** The text that readers see: it ends, without a word, at the first sign of the format that is not escaped. */
export function readLittleText(written: string): string {
  let seen = ''
  let rest = written
  while (rest !== '') {
    const hashtag = /^\{hashtag\|(?:\\#|#)\|((?:[^\\{}|]|\\.)+)\}/u.exec(rest)
    const mention = /^@\[((?:[^\\\]]|\\.)+)\]\((urn:li:(?:person|organization):[\w-]+)\)/u.exec(rest)
    const escaped = /^\\([\\|{}@[\]()<>#*_~])/.exec(rest)
    const plain = /^[^\\|{}@[\]()<>#*_~]+/.exec(rest)
    const [piece, shown] = hashtag
      ? [hashtag[0], `#${bare(hashtag[1])}`]
      : mention
        ? [mention[0], bare(mention[1])]
        : [(escaped ?? plain)?.[0] ?? '', escaped?.[1] ?? plain?.[0] ?? '']
    if (piece === '') return seen
    seen += shown
    rest = rest.slice(piece.length)
  }
  return seen
}

function bare(text = ''): string {
  return text.replace(/\\(.)/gu, '$1')
}

/** The newest posts of a page, first. */
export function listPosts(world: World, call: FakeCall): FakeAnswer {
  const { searchParams } = call.url
  if (call.headers['x-restli-method'] !== 'FINDER' || searchParams.get('q') !== 'author')
    throw refuse(400, 'ILLEGAL_ARGUMENT', 'No finder')
  requireScope(world, call, 'r_organization_social')
  const author = requireActor(world, call, searchParams.get('author'))
  if (!author.startsWith('urn:li:organization:'))
    throw refuse(403, 'ACCESS_DENIED', 'r_member_social is closed', 100)
  const own = world.posts.filter((post) => post.author === author && post.replyTo === null)
  const count = Number(searchParams.get('count') ?? 10)
  return { status: 200, json: { elements: own.toReversed().slice(0, count).map(showPost), paging: {} } }
}

function showPost({ id, body, createdAt }: FakePost): Json {
  return { id, ...body, createdAt, publishedAt: createdAt, lastModifiedAt: createdAt }
}

export function deletePost(world: World, call: FakeCall, id: string): FakeAnswer {
  const place = world.posts.findIndex((post) => post.id === id)
  const post = world.posts[place]
  if (!post) throw refuse(404, 'NOT_FOUND', 'Could not find entity')
  requireActor(world, call, post.author)
  world.posts.splice(place, 1)
  return { status: 204, json: null }
}

/** Changes the words of a post, and nothing else of it. */
export function patchPost(world: World, call: FakeCall, id: string): FakeAnswer {
  if (call.headers['x-restli-method'] !== 'PARTIAL_UPDATE')
    throw refuse(400, 'ILLEGAL_ARGUMENT', 'There is no such method')
  const place = world.posts.findIndex((post) => post.id === id && post.replyTo === null)
  const post = world.posts[place]
  if (!post) throw refuse(404, 'NOT_FOUND', 'Could not find entity')
  requireActor(world, call, post.author)
  const { patch, ...others } = bodyOf(call)
  const { $set, ...operations } = objectOf(patch)
  const { commentary, ...fixed } = objectOf($set)
  const unknown = [...Object.keys(others), ...Object.keys(operations), ...Object.keys(fixed)]
  if (unknown.length > 0 || typeof commentary !== 'string')
    throw refuse(400, 'INVALID_VALUE_FOR_FIELD', `${unknown.join()} cannot be updated`)
  const text = readLittleText(commentary)
  if (Array.from(text).length > 3_000) throw refuse(400, 'FIELD_LENGTH_TOO_LONG', 'commentary is too long')
  if (text.trim() === '' && post.body.content === undefined)
    throw refuse(400, 'INVALID_VALUE_BLANK_FIELD', 'commentary is blank')
  world.posts[place] = { ...post, text, body: { ...post.body, commentary } }
  return { status: 204, json: null }
}

export function makeComment(world: World, call: FakeCall, id: string): FakeAnswer {
  const { actor, object, message } = bodyOf(call)
  const author = requireActor(world, call, actor)
  if (object !== id) throw refuse(400, 'INVALID_VALUE_FOR_FIELD', 'object is not the post of the address')
  if (!world.posts.some((post) => post.id === id))
    throw refuse(404, 'NOT_FOUND', `Unable to obtain activity for urn ${id}`)
  const text = textOf(asObject(message)?.text) ?? ''
  if (text.trim() === '') throw refuse(400, 'INVALID_VALUE_BLANK_FIELD', 'message is blank')
  if (Array.from(text).length > 1_250) throw refuse(400, 'FIELD_LENGTH_TOO_LONG', 'message is too long')
  const number = String(6_600_000_000_000_000_000n + BigInt(world.posts.length))
  const urn = `urn:li:comment:(${id.replace(/share|ugcPost/, 'activity')},${number})`
  const comment = { id: urn, author, text, body: { number }, media: [], replyTo: id, createdAt: Date.now() }
  world.posts.push(comment)
  return { status: 201, json: showComment(comment), headers: { 'x-restli-id': number } }
}

export function listComments(world: World, call: FakeCall, id: string): FakeAnswer {
  requireScope(world, call, 'r_organization_social_feed')
  const comments = world.posts.filter(({ replyTo }) => replyTo === id)
  return { status: 200, json: { elements: comments.map(showComment), paging: {} } }
}

function showComment({ id, author, text, body, replyTo, createdAt }: FakePost): JsonObject {
  const created = { actor: author, time: createdAt }
  return {
    id: body.number ?? null,
    commentUrn: id,
    actor: author,
    message: { text },
    object: replyTo,
    created,
  }
}

/** Deletes the comment of an address with two ids. */
export function deleteComment(world: World, call: FakeCall): FakeAnswer {
  const [, , , post = '', , number] = call.url.pathname.split('/')
  const place = world.posts.findIndex(
    ({ replyTo, body }) => replyTo === decodeURIComponent(post) && body.number === number,
  )
  if (call.method !== 'DELETE' || place < 0) throw refuse(404, 'NOT_FOUND', 'There is no such resource')
  requireActor(world, call, call.url.searchParams.get('actor'))
  world.posts.splice(place, 1)
  return { status: 204, json: null }
}
