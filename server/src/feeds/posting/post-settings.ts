import type { Json, JsonObject } from '../../lib/json/json.ts'
import type { NewPostBody } from '../../posts/post-body.ts'
import { type CaptionWords, writeCaption } from '../caption-template.ts'
import type { FeedAction } from '../feed-schema.ts'

/** The settings of a feed that say how its posts look. */
export interface PostSettings {
  readonly action: FeedAction
  readonly caption: string
  readonly platform_configurations: JsonObject | null
  readonly tags: readonly string[]
}

/** The part of a post that follows from an item: its words, where it goes and when. */
export function bodyOf(
  settings: PostSettings,
  accounts: readonly (string | number)[],
  words: CaptionWords,
): NewPostBody {
  return {
    caption: writeCaption(settings.caption, words),
    social_accounts: [...accounts],
    platform_configurations:
      settings.platform_configurations && writeAll(settings.platform_configurations, words),
    tags: [...settings.tags],
    ...(settings.action === 'draft' ? { is_draft: true } : {}),
    ...(settings.action === 'queue' ? { use_queue: true } : {}),
  }
}

/** The caption for the accounts of a platform. */
export function captionFor(
  { caption, platform_configurations: all }: PostSettings,
  platform: string,
): string {
  const own = membersOf(all?.[platform]).caption
  return typeof own === 'string' ? own : caption
}

function writeAll(configurations: JsonObject, words: CaptionWords): JsonObject {
  const written = Object.entries(configurations).map(([platform, value]): [string, Json] => {
    const members = membersOf(value)
    const { caption } = members
    return [
      platform,
      typeof caption === 'string' ? { ...members, caption: writeCaption(caption, words) } : value,
    ]
  })
  return Object.fromEntries(written)
}

function membersOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}
