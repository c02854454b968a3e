import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { isArray, isObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { graphRefusal } from '../../kit/fakes/fake-facebook-login.ts'

/** A file as the fake fetched it from us. */
export interface FakeFile {
  readonly url: string
  readonly bytes: Buffer
}

export interface FakeContainer {
  readonly id: string
  readonly owner: string
  readonly fields: JsonObject
  readonly file: FakeFile | null
  readonly cover: FakeFile | null
  readonly children: readonly FakeContainer[]
  readonly createdAt: number
  readonly readyAt: number
  /** The words of its error; null while it has none. */
  error: string | null
  isExpired: boolean
  postId: string | null
}

export interface FakePost {
  readonly id: string
  readonly owner: string
  readonly container: FakeContainer
  readonly permalink: string
  readonly createdAt: Date
}

export interface FakeComment {
  readonly id: string
  readonly postId: string
  readonly text: string
  readonly username: string
  readonly createdAt: Date
}

export interface FakeWorld {
  readonly containers: Map<string, FakeContainer>
  readonly posts: FakePost[]
  readonly comments: FakeComment[]
  /** How long media are processed from now on. */
  processMs: number
  isBlocked: boolean
  quota: number
  /** The address at which this machine stands for one of ours. */
  readonly addressOf: (url: string) => string
}

export function newId(): string {
  return `178${String(randomInt(2 ** 47)).padStart(15, '0')}`
}

const most = { caption: 2_200, hashtags: 30, mentions: 20, altText: 1_000, tags: 20, collaborators: 3 }
const most8MB = 8_000_000
const known = {
  picture: ['image_url', 'caption', 'alt_text', 'user_tags', 'collaborators'],
  child: ['image_url', 'video_url', 'media_type', 'is_carousel_item', 'alt_text', 'user_tags'],
  carousel: ['media_type', 'children', 'caption', 'collaborators'],
  reel: [
    'media_type',
    'video_url',
    'caption',
    'share_to_feed',
    'cover_url',
    'thumb_offset',
    'user_tags',
    'collaborators',
    'trial_params',
  ],
  story: ['media_type', 'image_url', 'video_url', 'user_tags'],
} as const

/** A refusal as the reference of Instagram's errors lists it. */
export function instagramRefusal(code: number, subcode: number, message: string) {
  return graphRefusal(400, {
    message,
    code,
    error_subcode: subcode,
    error_user_msg: message,
    is_transient: false,
  })
}

function parameter(message: string) {
  return graphRefusal(400, { message: `(#100) ${message}`, code: 100 })
}

function kindOf(fields: JsonObject): keyof typeof known {
  switch (fields.media_type) {
    case 'REELS':
      return 'reel'
    case 'STORIES':
      return 'story'
    case 'CAROUSEL':
      return 'carousel'
    case 'VIDEO':
    case undefined:
      if (fields.is_carousel_item === true) return 'child'
      if (fields.media_type === undefined) return 'picture'
      throw parameter('VIDEO is for carousels alone: use REELS')
    default:
      throw instagramRefusal(100, 2_207_023, 'The media type is unknown')
  }
}

/** Makes a container as `POST /{ig-user-id}/media` does: it fetches the files, and refuses what the reference refuses. */
export async function createContainer(
  world: FakeWorld,
  owner: string,
  fields: JsonObject,
): Promise<FakeContainer> {
  const kind = kindOf(fields)
  const names: readonly string[] = known[kind]
  const strange = Object.keys(fields).find((name) => !names.includes(name))
  if (strange !== undefined) throw parameter(`param ${strange} is not allowed`)
  refuseWords(fields)
  refuseTags(fields)
  const children = kind === 'carousel' ? childrenOf(world, owner, fields) : []
  const image = textOf(fields.image_url)
  const video = textOf(fields.video_url)
  if (kind !== 'carousel' && (image === null) === (video === null))
    throw parameter('image_url or video_url is required')
  const file = image ?? video
  const fetched = file === null ? null : await fetchFile(world, file)
  if (fetched && image !== null) await refusePicture(fetched.bytes, kind === 'story' ? null : [0.8, 1.91])
  const coverUrl = textOf(fields.cover_url)
  const cover = coverUrl === null ? null : await fetchFile(world, coverUrl)
  if (cover) await refusePicture(cover.bytes, null)
  const container: FakeContainer = {
    id: newId(),
    owner,
    fields,
    file: fetched,
    cover,
    children,
    createdAt: Date.now(),
    readyAt: Date.now() + world.processMs,
    error:
      video !== null && fetched && !isMp4(fetched.bytes)
        ? 'Error: Media upload has failed with error code 2207026'
        : null,
    isExpired: false,
    postId: null,
  }
  world.containers.set(container.id, container)
  return container
}

function childrenOf(world: FakeWorld, owner: string, { children }: JsonObject): FakeContainer[] {
  const ids = isArray(children) ? children : []
  if (ids.length < 2 || ids.length > 10)
    throw instagramRefusal(100, 2_207_028, 'A carousel needs 2 to 10 items')
  return ids.map((id) => {
    const found = world.containers.get(textOf(id) ?? '')
    if (found?.owner !== owner || found.fields.is_carousel_item !== true)
      throw parameter('Invalid parameter: children')
    if (statusOf(found) !== 'FINISHED') throw instagramRefusal(9_007, 2_207_027, 'The media is not ready')
    return found
  })
}

function refuseWords({ caption, alt_text: altText }: JsonObject): void {
  const words = textOf(caption) ?? ''
  if ([...words].length > most.caption) throw instagramRefusal(36_004, 2_207_010, 'The caption is too long')
  if ((words.match(/#\p{L}/gu) ?? []).length > most.hashtags) throw parameter('Too many hashtags')
  if ((words.match(/@\w/gu) ?? []).length > most.mentions)
    throw instagramRefusal(100, 2_207_040, 'Cannot use more than 20 mentions')
  if ([...(textOf(altText) ?? '')].length > most.altText) throw parameter('alt_text is too long')
}

function refuseTags({
  user_tags: tags,
  image_url: image,
  collaborators,
  trial_params: trial,
}: JsonObject): void {
  const rows = isArray(tags) ? tags : []
  const isBroken = rows.some((tag) => {
    if (!isObject(tag) || !/^[\w.]{1,30}$/.test(textOf(tag.username) ?? '')) return true
    const places = [tag.x, tag.y]
    if (image === undefined) return places.some((place) => place !== undefined)
    return places.some((place) => typeof place !== 'number' || place < 0 || place > 1)
  })
  if (isBroken || rows.length > most.tags) throw parameter('Invalid parameter: user_tags')
  if (isArray(collaborators) && collaborators.length > most.collaborators)
    throw parameter('Too many collaborators')
  const strategies = ['MANUAL', 'SS_PERFORMANCE']
  if (
    trial !== undefined &&
    !(isObject(trial) && strategies.includes(textOf(trial.graduation_strategy) ?? ''))
  )
    throw parameter('Invalid parameter: trial_params')
}

async function fetchFile({ addressOf }: FakeWorld, url: string): Promise<FakeFile> {
  const answer = await fetch(addressOf(url), {
    redirect: 'manual',
    headers: { 'user-agent': 'facebookexternalhit/1.1' },
  })
  const length = answer.headers.get('content-length')
  if (answer.status !== 200 || length === null)
    throw instagramRefusal(9_004, 2_207_052, 'The media could not be fetched from this URI')
  return { url, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function refusePicture(bytes: Buffer, ratios: readonly [number, number] | null): Promise<void> {
  if (bytes.length > most8MB) throw instagramRefusal(36_000, 2_207_004, 'The image is too large')
  const { format, width, height } = await sharp(bytes).metadata()
  if (format !== 'jpeg') throw instagramRefusal(36_001, 2_207_005, 'The image format is not supported')
  // A ratio may be a pixel aside.
  const ratio = width / height
  if (ratios && (ratio < ratios[0] - 0.01 || ratio > ratios[1] + 0.01))
    throw instagramRefusal(36_003, 2_207_009, 'The aspect ratio is not supported')
}

function isMp4(bytes: Buffer): boolean {
  return bytes.subarray(4, 8).toString() === 'ftyp'
}

export function statusOf({ postId, isExpired, error, readyAt }: FakeContainer): string {
  if (postId !== null) return 'PUBLISHED'
  if (isExpired) return 'EXPIRED'
  if (Date.now() < readyAt) return 'IN_PROGRESS'
  return error === null ? 'FINISHED' : 'ERROR'
}

/** Publishes as `POST /{ig-user-id}/media_publish` does: each container once. */
export function publishContainer(world: FakeWorld, owner: string, fields: JsonObject): FakePost {
  if (world.isBlocked) throw instagramRefusal(25, 2_207_050, 'The account is restricted')
  if (world.posts.length >= world.quota)
    throw instagramRefusal(9, 2_207_042, 'You reached the maximum number of posts')
  const id = textOf(fields.creation_id)
  if (id === null || Object.keys(fields).length !== 1)
    throw parameter('creation_id is required, and nothing else')
  const container = world.containers.get(id)
  if (container?.owner !== owner || container.fields.is_carousel_item === true)
    throw instagramRefusal(24, 2_207_008, 'The media container could not be found')
  const status = statusOf(container)
  if (status !== 'FINISHED') throw instagramRefusal(9_007, 2_207_027, `The media is not ready: ${status}`)
  const shortcode = `C${world.posts.length + 1}${id.slice(-6)}`
  const place = container.fields.media_type === 'STORIES' ? 'stories/harbour' : 'p'
  const permalink = `https://www.instagram.com/${place}/${shortcode}/`
  const post: FakePost = { id: newId(), owner, container, permalink, createdAt: new Date() }
  container.postId = post.id
  world.posts.push(post)
  return post
}
