import type { Media, Platform, SocialAccount } from '@crier/sdk'
import type { ChosenMedium } from '../media/chosen-medium.ts'

export type Look = Platform['preview']

/** The card of a link. Its address is always known; the rest is what its page says of itself. */
export interface LinkCard {
  readonly url: string
  readonly title?: string
  readonly description?: string
  /** On our own host; null where the page shows none. */
  readonly picture?: string | null
}

/** The parts of a medium that a preview shows. */
export type PicturedMedium = Pick<
  Media,
  'kind' | 'thumbnail_url' | 'url' | 'width' | 'height' | 'duration_ms' | 'alt_text' | 'focus' | 'crop'
>

/** A medium of the post with all that is known of it. */
export interface ShownMedium {
  readonly entry: ChosenMedium
  /** Undefined while it is read. */
  readonly medium: PicturedMedium | undefined
}

/** Everything that a family draws. */
export interface Drawn {
  readonly look: Look
  readonly account: Pick<SocialAccount, 'username' | 'display_name' | 'avatar_url'>
  readonly text: string
  readonly title: string | null
  readonly media: readonly ShownMedium[]
  readonly link: LinkCard | null
  /** `now`, or the time at which it goes out. */
  readonly when: string
}
