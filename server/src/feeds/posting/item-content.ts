import type { FeedItem } from '../../lib/feed-reading/feed-document.ts'
import type { CaptionItem } from '../caption-template.ts'
import type { FeedRow } from '../feed-row.ts'

/** An item that becomes a post. */
export interface PostableItem extends CaptionItem {
  readonly pictureUrl: string | null
  readonly pictureAlt: string
}

/** An item that was found long ago is known by its title and link alone. */
export interface StoredContent {
  readonly title: string
  readonly link: string | null
  readonly published_at: Date | null
  readonly content: FeedItem | null
}

export function postableItem({ title, link, published_at, content }: StoredContent): PostableItem {
  return (
    content ?? {
      title,
      link,
      summary: '',
      author: '',
      categories: [],
      publishedAt: published_at?.toISOString() ?? null,
      pictureUrl: null,
      pictureAlt: '',
    }
  )
}

/** An item that is to become a post, and its feed. */
export interface DueItem {
  readonly feed: FeedRow
  readonly id: string
  /** How often it was tried, this time counted. */
  readonly tries: number
  readonly content: StoredContent
}
