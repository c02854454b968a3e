import type { CreatePostInput, Platform, Post, SocialAccount } from '@crier/sdk'

/** A medium as a post names it. */
export interface MediaEntry {
  readonly media_id: string
  readonly alt_text?: string | undefined
  readonly focus?: { readonly x: number; readonly y: number } | undefined
  readonly crop?:
    | { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
    | undefined
}

/** One post of a thread after the first. */
export interface ThreadPart {
  readonly caption: string
  readonly media: readonly MediaEntry[]
}

/** When a post goes out: `queue` is the next slot that is free for all its accounts, `open` is a draft that does not say. */
export type When =
  | { readonly kind: 'now' }
  | { readonly kind: 'queue' }
  | { readonly kind: 'open' }
  | { readonly kind: 'at'; readonly at: string }

/** The members by which a platform or an account differs: `caption`, `media`, `thread`, `first_comment`, options. */
export type Layer = Readonly<Record<string, unknown>>

/** Everything that a composer holds. */
export interface Content {
  readonly accounts: readonly string[]
  readonly caption: string
  readonly media: readonly MediaEntry[]
  /** The posts that follow, on every network that has threads. */
  readonly thread: readonly ThreadPart[]
  /** The comment below the post, on every network that has one. */
  readonly firstComment: string
  /** By the name of the platform. */
  readonly platforms: Readonly<Record<string, Layer>>
  /** By the id of the account. */
  readonly own: Readonly<Record<string, Layer>>
  readonly when: When
  readonly tags: readonly string[]
  readonly latePolicy: Post['late_policy']
  readonly processing: boolean
}

/** The accounts and networks of the workspace. */
export interface Places {
  readonly accounts: ReadonlyMap<string, SocialAccount>
  readonly platforms: ReadonlyMap<string, Platform>
}

export const emptyContent: Content = {
  accounts: [],
  caption: '',
  media: [],
  thread: [],
  firstComment: '',
  platforms: {},
  own: {},
  when: { kind: 'now' },
  tags: [],
  latePolicy: 'publish_24h',
  processing: true,
}

/** Whether there is nothing in it that anybody wrote. */
export function isBlank({ caption, media, thread, firstComment, own, tags }: Content): boolean {
  return (
    caption.trim() === '' &&
    media.length === 0 &&
    thread.length === 0 &&
    firstComment.trim() === '' &&
    Object.keys(own).length === 0 &&
    tags.length === 0
  )
}

/** Whether a network has an option of this name, such as `thread`. */
export function hasOption(platform: Platform | undefined, option: string): boolean {
  const { properties } = (platform?.options ?? {}) as { properties?: Record<string, unknown> }
  return properties !== undefined && Object.hasOwn(properties, option)
}

/** The platform of an account; undefined where the account is not there any more. */
export function platformOf({ accounts, platforms }: Places, id: string): Platform | undefined {
  return platforms.get(accounts.get(id)?.platform ?? '')
}

/** The networks of the chosen accounts, in their order, each once. */
export function usedPlatforms({ accounts }: Pick<Content, 'accounts'>, places: Places): Platform[] {
  const found = accounts.flatMap((id) => platformOf(places, id) ?? [])
  return [...new Set(found)]
}

/** The text that one account publishes. */
export function captionFor(content: Content, account: string, platform: string): string {
  const own = content.own[account]?.caption ?? content.platforms[platform]?.caption
  return typeof own === 'string' ? own : content.caption
}

/** The media that one account publishes. */
export function mediaFor(content: Content, account: string, platform: string): readonly MediaEntry[] {
  const own = content.own[account]?.media ?? content.platforms[platform]?.media
  return Array.isArray(own) ? readMedia(own) : content.media
}

/** The posts that follow on one account. */
export function threadFor(content: Content, account: string, platform: string): readonly ThreadPart[] {
  const own = content.own[account]?.thread ?? content.platforms[platform]?.thread
  return Array.isArray(own) ? readThread(own) : content.thread
}

/** The options of one account, those of its platform included. */
export function optionsFor(content: Content, account: string, platform: string): Layer {
  return { ...content.platforms[platform], ...content.own[account] }
}

/** A request as the API takes it, without `id` and `is_draft`. */
export type PostRequest = Pick<
  CreatePostInput,
  'caption' | 'scheduled_at' | 'tags' | 'late_policy' | 'processing_enabled'
> & {
  readonly social_accounts: readonly string[]
  readonly media: readonly MediaEntry[]
  readonly platform_configurations: Record<string, Layer> | null
  readonly account_configurations: Record<string, Layer> | null
}

/** Writes what the composer holds as a request. */
export function requestOf(content: Content, places: Places): PostRequest {
  const { accounts, caption, media, when, tags, latePolicy, processing } = content
  const layers = usedPlatforms(content, places).flatMap((platform): [string, Layer][] => {
    const layer = { ...sharedFor(content, platform), ...content.platforms[platform.platform] }
    return Object.keys(layer).length === 0 ? [] : [[platform.platform, layer]]
  })
  const own = accounts.flatMap((id): [string, Layer][] => {
    const layer = content.own[id]
    return layer === undefined || Object.keys(layer).length === 0 ? [] : [[id, layer]]
  })
  return {
    caption,
    media,
    social_accounts: accounts,
    scheduled_at: when.kind === 'at' ? when.at : null,
    platform_configurations: layers.length === 0 ? null : Object.fromEntries(layers),
    account_configurations: own.length === 0 ? null : Object.fromEntries(own),
    tags,
    late_policy: latePolicy,
    processing_enabled: processing,
  }
}

function sharedFor({ thread, firstComment }: Content, platform: Platform): Layer {
  return {
    ...(thread.length > 0 && hasOption(platform, 'thread') ? { thread } : {}),
    ...(firstComment !== '' && hasOption(platform, 'first_comment') ? { first_comment: firstComment } : {}),
  }
}

/** The members of a post from which its content is read. `media` is better known by `request`, where that was asked for. */
export type KnownPost = Pick<
  Post,
  | 'caption'
  | 'media_ids'
  | 'social_accounts'
  | 'scheduled_at'
  | 'platform_configurations'
  | 'account_configurations'
  | 'tags'
  | 'late_policy'
  | 'processing_enabled'
> & { readonly request?: { readonly media?: readonly unknown[] } }

/** Reads what a composer holds from a post. */
export function contentOf(post: KnownPost): Content {
  const platforms = readLayers(post.platform_configurations)
  const thread = firstOf(platforms, 'thread')
  const comment = firstOf(platforms, 'first_comment')
  const rest = Object.entries(platforms).map(([name, layer]): [string, Layer] => [
    name,
    without(without(layer, 'thread', thread), 'first_comment', comment),
  ])
  return {
    accounts: post.social_accounts,
    caption: post.caption,
    media: readMedia(post.request?.media ?? post.media_ids),
    thread: Array.isArray(thread) ? readThread(thread) : [],
    firstComment: typeof comment === 'string' ? comment : '',
    platforms: Object.fromEntries(rest.filter(([, layer]) => Object.keys(layer).length > 0)),
    own: readOwn(post.account_configurations),
    when: post.scheduled_at === null ? { kind: 'now' } : { kind: 'at', at: post.scheduled_at },
    tags: post.tags,
    latePolicy: post.late_policy,
    processing: post.processing_enabled,
  }
}

function firstOf(layers: Readonly<Record<string, Layer>>, name: string): unknown {
  return Object.values(layers).find((layer) => layer[name] !== undefined)?.[name]
}

function without(layer: Layer, name: string, shared: unknown): Layer {
  if (layer[name] === undefined || !isSame(layer[name], shared)) return layer
  const { [name]: _, ...rest } = layer
  return rest
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readLayers(sent: unknown): Record<string, Layer> {
  if (!isObject(sent)) return {}
  return Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, Layer] => isObject(entry[1])),
  )
}

/** Reads the configurations of accounts in each of the forms in which programs send them. */
function readOwn(sent: unknown): Record<string, Layer> {
  const wrapped = isObject(sent) ? sent.account_configurations : undefined
  const list = Array.isArray(sent) ? sent : Array.isArray(wrapped) ? wrapped : null
  if (list === null) return readLayers(sent)
  return Object.fromEntries(
    list.filter(isObject).map(({ account_id: id, ...layer }): [string, Layer] => [String(id), layer]),
  )
}

// A list that was read stays the same list, so that what shows it need not be drawn again.
const media = new WeakMap<readonly unknown[], readonly MediaEntry[]>()
const threads = new WeakMap<readonly unknown[], readonly ThreadPart[]>()

/** Reads media in each of the forms in which a request may name them. */
function readMedia(sent: readonly unknown[]): readonly MediaEntry[] {
  const known = media.get(sent)
  if (known !== undefined) return known
  const read = sent.flatMap((item) => {
    if (typeof item === 'string') return [{ media_id: item }]
    if (!isObject(item) || typeof item.media_id !== 'string') return []
    const given = Object.entries(item).filter(([, value]) => value !== null && value !== undefined)
    return [{ ...Object.fromEntries(given), media_id: item.media_id } satisfies MediaEntry]
  })
  media.set(sent, read)
  return read
}

/** Reads the posts of a thread as a request names them. */
function readThread(sent: readonly unknown[]): readonly ThreadPart[] {
  const known = threads.get(sent)
  if (known !== undefined) return known
  const read = sent.filter(isObject).map((part) => ({
    caption: typeof part.caption === 'string' ? part.caption : '',
    media: Array.isArray(part.media) ? readMedia(part.media) : noMedia,
  }))
  threads.set(sent, read)
  return read
}

const noMedia: readonly MediaEntry[] = []

/** Whether two values are equal as JSON, whatever the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  if (!isObject(one) || !isObject(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(one[name], other[name]))
}
