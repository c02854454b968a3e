/**
 * How a post looks on a network, as data: a page that knows no network draws a preview from it. It imitates proportions and
 * colours, and shows no trademark.
 */
export interface Preview {
  /** A drawing of our own in one colour, `currentColor`, on a grid of 24 by 24. */
  readonly icon: URL
  /** The kind of page that shows a post. */
  readonly family: PreviewFamily
  readonly avatar: 'circle' | 'rounded' | 'square'
  /** A stack of fonts as CSS takes it; fonts of the system only, for nothing is loaded. */
  readonly font: string
  readonly light: PreviewColours
  readonly dark: PreviewColours
  /** Where a text is cut before somebody asks for all of it; null where by no such measure. */
  readonly clamp: { readonly lines: number | null; readonly characters: number | null }
  /** How several media are arranged: side by side in a grid, one after another to swipe, below each other, or one alone. */
  readonly media: 'grid' | 'carousel' | 'stack' | 'single'
  /** The card of a link: its picture above its words, beside them, or no card. */
  readonly linkCard: 'large' | 'small' | 'none'
  /** The marks below a post, in order. */
  readonly actions: readonly PreviewAction[]
}

export type PreviewFamily =
  | 'microblog'
  | 'photo'
  | 'short_video'
  | 'long_video'
  | 'page_card'
  | 'pin'
  | 'chat'
  | 'article'

/** Colours as `#rrggbb`. */
export interface PreviewColours {
  readonly background: string
  readonly text: string
  /** Names, times and marks. */
  readonly muted: string
  /** Links, mentions and hashtags. */
  readonly accent: string
  readonly edge: string
}

export type PreviewAction = 'reply' | 'repost' | 'like' | 'dislike' | 'share' | 'save' | 'views'
