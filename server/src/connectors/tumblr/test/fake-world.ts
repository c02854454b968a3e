import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** The posts, pictures, videos and seconds of video that a person has left for the day. */
export interface Quota {
  posts: number
  photos: number
  videos: number
  video_seconds: number
}

export interface FakePerson {
  /** The name of the first of the blogs. */
  readonly name: string
  readonly blogs: readonly FakeBlog[]
  readonly left: Quota
}

export interface FakeBlog {
  readonly uuid: string
  name: string
  title: string
}

/** A file as it came with a post. */
export interface FakeFile {
  readonly bytes: Buffer
  readonly mimeType: string
  readonly fileName: string
}

export interface FakePost {
  /** The id under which it is public. */
  readonly id: string
  /** The id that it had while its video was processed; null where there is none. */
  readonly genesisId: string | null
  readonly blog: FakeBlog
  /** Its blocks, whose media have addresses. */
  content: JsonObject[]
  /** The files, in the order of their blocks. */
  readonly files: readonly FakeFile[]
  readonly tags: readonly string[]
  readonly fields: JsonObject
  /** When it is to be seen, in milliseconds; never where its video cannot be processed. */
  visibleAt: number
  isDeleted: boolean
  isReblog: boolean
  likes: number
  reblogs: number
}

export interface World {
  readonly people: readonly FakePerson[]
  /** Oldest first. */
  readonly posts: FakePost[]
  /** The time in which a video is processed, in milliseconds. */
  processMs: number
  /** Whether videos that come from now on cannot be processed. */
  isFailing: boolean
  /** Whether the list says which id a post had first. */
  tellsGenesis: boolean
  nextId: bigint
}

export const harbourId = 't:haRb0ur-0aY0xL2Fi1OFJg'
export const tideId = 't:t1de_Po0lWX5xItRbCiJHA'

export function makeWorld(): World {
  const left = (): Quota => ({ posts: 250, photos: 250, videos: 20, video_seconds: 3_600 })
  const harbour = { uuid: harbourId, name: 'harbour', title: 'The harbour' }
  const tide = { uuid: tideId, name: 'tide-pools', title: '' }
  const lamp = { uuid: 't:l4mP', name: 'lighthouse', title: 'Lamp' }
  return {
    people: [
      { name: 'harbour', blogs: [harbour, tide], left: left() },
      { name: 'lighthouse', blogs: [lamp], left: left() },
    ],
    posts: [],
    processMs: 0,
    isFailing: false,
    tellsGenesis: true,
    // More than a number of JavaScript holds exactly, as the real ones.
    nextId: 790_000_000_000_000_001n,
  }
}

/** Ids of the real network grow with time, in steps of no fixed size. */
export function takeId(world: World): string {
  world.nextId += 131n
  return String(world.nextId)
}

export function ok(response: Json, status = 200): FakeAnswer {
  return { status, json: { meta: { status, msg: phrases[status] ?? 'OK' }, response } }
}

const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Limit Exceeded',
}

/** A refusal as the API writes it. */
export function refuse(status: number, code: number, detail: string): FakeRefusal {
  const msg = phrases[status] ?? 'Error'
  const errors = [{ title: msg, code, detail }]
  return new FakeRefusal(detail, { status, json: { meta: { status, msg }, response: [], errors } })
}

export const badContent = (detail: string) => refuse(400, 8_001, detail)
export const badMedia = (detail: string) => refuse(400, 8_005, detail)

/** A blog by any of its identifiers. @throws FakeRefusal */
export function blogNamed({ people }: World, identifier: string): FakeBlog {
  const blogs = people.flatMap((person) => person.blogs)
  const found = blogs.find(({ uuid, name }) =>
    [uuid, name, `${name}.tumblr.com`].includes(identifier.toLowerCase() === name ? name : identifier),
  )
  if (!found) throw refuse(404, 0, 'Not Found')
  return found
}

/** A blog that a person may post to. @throws FakeRefusal */
export function ownBlog(world: World, person: FakePerson, identifier: string): FakeBlog {
  const blog = blogNamed(world, identifier)
  if (!person.blogs.includes(blog)) throw refuse(403, 0, 'This blog is not yours.')
  return blog
}

export function describeBlog(blog: FakeBlog): JsonObject {
  const avatar = [512, 128, 64].map((side) => ({
    width: side,
    height: side,
    url: `https://64.media.tumblr.com/${blog.name}/s${side}x${side}.png`,
  }))
  const url = `https://${blog.name}.tumblr.com/`
  return {
    name: blog.name,
    title: blog.title,
    uuid: blog.uuid,
    url,
    avatar,
    posts: 7,
    updated: 1_308_953_007,
  }
}

/** The JSON of a call. @throws FakeRefusal */
export function jsonOf({ headers, body }: FakeCall): Json {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw badContent('The body must be JSON.')
  return parse(body.toString())
}

export function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw badContent('The body is no JSON.')
  }
}

/** A number in a query. @throws FakeRefusal */
export function numberIn(url: URL, name: string, usual: number, most: number): number {
  const given = url.searchParams.get(name) ?? String(usual)
  if (!/^\d{1,6}$/.test(given) || Number(given) > most) throw refuse(400, 0, `${name} is out of range.`)
  return Number(given)
}
