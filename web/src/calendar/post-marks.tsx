import type { CalendarPost } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconMessage, IconRepeat } from '@tabler/icons-react'
import { NetworkMark } from '../ui/network-mark.tsx'
import type { NetworksAndAccounts } from './calendar-queries.ts'
import styles from './post-chip.module.css'

const mostMarks = 3

/** The marks of the networks of a post: up to three, and how many more there are. */
export function PostMarks({
  post: { platforms, recurrence_id: recurrence, open_notes: notes },
  known,
}: {
  readonly post: Pick<CalendarPost, 'platforms' | 'recurrence_id' | 'open_notes'>
  readonly known: NetworksAndAccounts['platforms']
}) {
  const { t } = useLingui()
  const shown = platforms.flatMap((name) => known.get(name) ?? [])
  const [wide, narrow] = [shown.length - mostMarks, shown.length - 1]
  return (
    <span className={styles.marks}>
      {recurrence !== null && <IconRepeat size={12} stroke={1.75} role="img" aria-label={t`Repeats`} />}
      {shown.slice(0, mostMarks).map(({ platform, icon_url, name }) => (
        <NetworkMark key={platform} iconUrl={icon_url} name={name} size={12} />
      ))}
      {wide > 0 && (
        <span className={styles.moreWide} title={t`${wide} more networks`}>
          +{wide}
        </span>
      )}
      {narrow > 0 && <span className={styles.moreNarrow}>+{narrow}</span>}
      {notes > 0 && (
        <IconMessage
          size={12}
          stroke={1.75}
          role="img"
          aria-label={plural(notes, { one: '# open note', other: '# open notes' })}
        />
      )}
    </span>
  )
}
