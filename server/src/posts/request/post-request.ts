import type { Crop } from '../../connectors/connector.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import type { LatePolicy } from '../../publishing/target.ts'

/** A medium as a post names it, and its pointer in the request. */
export interface MediaReference {
  /** A storage path, an id or one of our public URLs, as sent. */
  readonly path: string
  /** Null: the medium's own. */
  readonly altText: string | null
  readonly focus: { readonly x: number; readonly y: number } | null
  readonly crop: Crop | null
  readonly pointer: string
}

/** A value, and its pointer in the request. */
export interface Layered<Value> {
  readonly value: Value
  readonly pointer: string
}

/** One part of a request: the post itself, one platform's configuration, or one account's. */
export interface Layer {
  readonly caption: Layered<string> | null
  readonly media: Layered<readonly MediaReference[]> | null
  readonly scheduledAt: Layered<string> | null
  /** By the option's name. The post itself has none. */
  readonly options: ReadonlyMap<string, Layered<Json>>
  readonly pointer: string
}

/** A request for a post, read but not yet checked against accounts, media and the clock. */
export interface PostRequest {
  readonly post: Layer
  readonly platforms: ReadonlyMap<string, Layer>
  /** By the account's id in lower case. */
  readonly accounts: ReadonlyMap<string, Layer>
  /** In the order sent, in lower case. */
  readonly accountIds: readonly string[]
  readonly isDraft: boolean
  readonly latePolicy: LatePolicy
  /** Whether media may be changed to fit the limits of a network. */
  readonly mayFitMedia: boolean
  readonly platformConfigurations: JsonObject | null
  readonly accountConfigurations: Json
  readonly externalId: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly tags: readonly string[]
}

/** The content of a post on one account: account beats platform beats post, member by member. */
export interface PostContent {
  readonly text: Layered<string>
  readonly media: Layered<readonly MediaReference[]>
  /** Null: as the post itself. */
  readonly scheduledAt: Layered<string> | null
  readonly options: ReadonlyMap<string, Layered<Json>>
}

export function mergeLayers(
  post: Layer,
  platform: Layer | undefined,
  account: Layer | undefined,
): PostContent {
  const layers = [account, platform, post].filter((layer) => layer !== undefined)
  const first = <Key extends 'caption' | 'media'>(key: Key): Layer[Key] => {
    for (const layer of layers) if (layer[key]) return layer[key]
    return null
  }
  return {
    text: first('caption') ?? { value: '', pointer: '/caption' },
    media: first('media') ?? { value: [], pointer: '/media' },
    scheduledAt: account?.scheduledAt ?? platform?.scheduledAt ?? null,
    options: new Map([...(platform?.options ?? []), ...(account?.options ?? [])]),
  }
}

/** One post of a thread after the first. */
export interface ThreadPart {
  readonly text: string
  readonly media: readonly MediaReference[]
}

/** The options that become posts of their own, and those that stay options. */
export interface SplitOptions {
  readonly thread: readonly ThreadPart[]
  readonly firstComment: string | null
  readonly options: JsonObject
}

/** Takes `thread` and `first_comment` out of options that are valid by their connector's schema. */
export function splitOptions(options: ReadonlyMap<string, Layered<Json>>): SplitOptions {
  const rest: Record<string, Json> = {}
  let thread: readonly ThreadPart[] = []
  let firstComment: string | null = null
  for (const [name, { value, pointer }] of options) {
    if (name === 'thread' && Array.isArray(value)) thread = readThread(value, pointer)
    else if (name === 'first_comment' && typeof value === 'string') firstComment = value === '' ? null : value
    else rest[name] = value
  }
  return { thread, firstComment, options: rest }
}

function readThread(items: readonly Json[], pointer: string): ThreadPart[] {
  return items.map((item, index) => {
    const part = isObject(item) ? item : {}
    return {
      text: typeof part.caption === 'string' ? part.caption : '',
      media: Array.isArray(part.media) ? readMedia(part.media, `${pointer}/${index}/media`) : [],
    }
  })
}

/** Media as a request names them, each a path or `{media_id, alt_text, focus, crop}`. Anything else is left out. */
export function readMedia(items: readonly Json[], pointer: string): MediaReference[] {
  return items.flatMap((item, index) => {
    const at = `${pointer}/${index}`
    if (typeof item === 'string') return [{ path: item, altText: null, focus: null, crop: null, pointer: at }]
    if (!isObject(item) || typeof item.media_id !== 'string') return []
    const { media_id, alt_text, focus, crop } = item
    return [
      {
        path: media_id,
        altText: typeof alt_text === 'string' ? alt_text : null,
        focus: isObject(focus) ? { x: Number(focus.x), y: Number(focus.y) } : null,
        crop: isObject(crop) ? readCrop(crop) : null,
        pointer: at,
      },
    ]
  })
}

function readCrop({ x, y, width, height }: JsonObject): Crop {
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
}
