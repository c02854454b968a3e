import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { FigureName } from './figures.ts'

/** The names of the figures. */
export function useFigureWords(): Readonly<Record<FigureName, string>> {
  const { t } = useLingui()
  return {
    views: t`Views`,
    reach: t`Reach`,
    likes: t`Likes`,
    comments: t`Comments`,
    shares: t`Shares`,
    saves: t`Saves`,
    clicks: t`Clicks`,
  }
}

/** Says a figure in words: `7,053 views`. */
export function sayFigure(name: FigureName, count: number): string {
  const words: Readonly<Record<FigureName, () => string>> = {
    views: () => plural(count, { one: '# view', other: '# views' }),
    reach: () => plural(count, { one: '# person reached', other: '# people reached' }),
    likes: () => plural(count, { one: '# like', other: '# likes' }),
    comments: () => plural(count, { one: '# comment', other: '# comments' }),
    shares: () => plural(count, { one: 'shared # time', other: 'shared # times' }),
    saves: () => plural(count, { one: 'saved # time', other: 'saved # times' }),
    clicks: () => plural(count, { one: '# click', other: '# clicks' }),
  }
  return words[name]()
}
