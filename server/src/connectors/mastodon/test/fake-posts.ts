import type { JsonObject } from '../../../lib/json/json.ts'
import type { Variant } from './fake-variants.ts'
import { render } from './fake-words.ts'

export interface StandingPost {
  readonly id: string
  /** As it was sent. */
  readonly source: string
  readonly spoiler: string
  readonly visibility: string
  readonly sensitive: boolean
  readonly language: string | null
  readonly replyTo: string | null
  readonly media: readonly StandingMedium[]
  readonly poll: {
    readonly options: readonly string[]
    readonly seconds: number
    readonly multiple: boolean
  } | null
  readonly at: Date
}

export interface StandingMedium {
  readonly id: string
  readonly mimeType: string
  readonly bytes: Buffer
  readonly description: string
  readonly focus: string | null
}

/** A medium and what becomes of it. */
export interface Medium extends StandingMedium {
  readonly readyAt: number
  readonly isBroken: boolean
  postId: string | null
}

/** The server and its one person, as far as posts show them. */
export interface Showing {
  readonly url: string
  readonly variant: Variant
  readonly accountId: string
}

export const application = 'Crier of the tests'

export function isReady(medium: Medium): boolean {
  return !medium.isBroken && Date.now() >= medium.readyAt
}

export function showMedium(medium: Medium, server: string): JsonObject {
  const url = isReady(medium) ? `${server}/media/${medium.id}` : null
  const type = medium.mimeType.startsWith('video') ? 'video' : 'image'
  return { id: medium.id, type, url, description: medium.description || null }
}

export function showAccount({ url, accountId }: Showing, name = 'alice'): JsonObject {
  return {
    id: accountId,
    username: name,
    acct: name,
    display_name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    url: `${url}/@${name}`,
    avatar: `${url}/avatar.png`,
  }
}

/** A post as the server's kind answers it. */
export function showPost(standing: StandingPost, showing: Showing): JsonObject {
  const { url, variant } = showing
  const at = new Date(variant.isPrecise ? standing.at : Math.floor(standing.at.getTime() / 1_000) * 1_000)
  const isSnac = variant.software === 'snac'
  const words = variant.isGallery ? standing.source.replace(/<[^>]*>/g, '') : standing.source
  return {
    id: standing.id,
    uri: `${url}/users/alice/statuses/${standing.id}`,
    url: `${url}/@alice/${standing.id}`,
    account: showAccount(showing),
    created_at: at.toISOString(),
    content: render(words, new URL(url).host),
    ...(isSnac ? { text: standing.source } : {}),
    spoiler_text: standing.spoiler,
    visibility: standing.visibility,
    sensitive: standing.sensitive,
    language: standing.language,
    in_reply_to_id: standing.replyTo,
    reblog: null,
    media_attachments: standing.media.map(({ id, description }, index) => ({
      id: isSnac ? `${url}/alice/p/${standing.id}_${index}` : id,
      url: `${url}/media/${id}`,
      description,
    })),
    poll: standing.poll && {
      multiple: standing.poll.multiple,
      options: standing.poll.options.map((title) => ({ title, votes_count: 0 })),
    },
    ...(variant.showsApplication ? { application: { name: application, website: null } } : {}),
  }
}
