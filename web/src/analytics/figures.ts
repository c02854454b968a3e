/** Everything that a network may tell about a post, as the API names it. */
export const figureNames = ['views', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const
export type FigureName = (typeof figureNames)[number]

const columns = {
  views: 'view_count',
  reach: 'reach_count',
  likes: 'like_count',
  comments: 'comment_count',
  shares: 'share_count',
  saves: 'save_count',
  clicks: 'click_count',
} as const satisfies Record<FigureName, string>

type Counted = Readonly<Record<(typeof columns)[FigureName], number | null>>

/** One figure of a post, an account or a day; null where no network told it. */
export function figureOf(counted: Counted, name: FigureName): number | null {
  return counted[columns[name]]
}

/** The figures that at least one of these networks tells, in their usual order. */
export function figuresTold(networks: readonly { readonly figures: readonly string[] }[]): FigureName[] {
  return figureNames.filter((name) => networks.some(({ figures }) => figures.includes(name)))
}
