import { useLingui } from '@lingui/react/macro'

interface GridKey {
  readonly id: string
  readonly label: string
  /** The keys as one reads them. */
  readonly keys: string
}

/** The keys that the grid of the calendar handles itself, so that the list of all keys has them too. */
export function useGridKeys(): readonly GridKey[] {
  const { t } = useLingui()
  const enter = t`Enter`
  return [
    { id: 'grid-walk', label: t`In the calendar: the next or previous day or hour`, keys: '← → ↑ ↓' },
    {
      id: 'grid-week',
      label: t`In the calendar: the first or last day of the week`,
      keys: t`Home, End`,
    },
    { id: 'grid-month', label: t`In the calendar: the month before or after`, keys: t`Page Up, Page Down` },
    { id: 'grid-open', label: t`In the calendar: open the day`, keys: enter },
    { id: 'grid-day', label: t`While you move a post: another day or time`, keys: '← → ↑ ↓' },
    { id: 'grid-fine', label: t`While you move a post: by five minutes`, keys: 'Alt ↑ ↓' },
    { id: 'grid-place', label: t`While you move a post: put it there`, keys: enter },
    { id: 'grid-back', label: t`While you move a post: leave it where it was`, keys: t`Escape` },
  ]
}
