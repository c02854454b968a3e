import { useLingui } from '@lingui/react/macro'
import { NetworkMark } from '../ui/network-mark.tsx'
import type { NetworksAndAccounts } from './calendar-queries.ts'
import styles from './post-chip.module.css'

const mostMarks = 3

/** The marks of the networks of a post: up to three, and how many more there are. */
export function PostMarks({
  platforms,
  known,
}: {
  readonly platforms: readonly string[]
  readonly known: NetworksAndAccounts['platforms']
}) {
  const { t } = useLingui()
  const shown = platforms.flatMap((name) => known.get(name) ?? [])
  const [wide, narrow] = [shown.length - mostMarks, shown.length - 1]
  return (
    <span className={styles.marks}>
      {shown.slice(0, mostMarks).map(({ platform, icon_url, name }) => (
        <NetworkMark key={platform} iconUrl={icon_url} name={name} size={12} />
      ))}
      {wide > 0 && (
        <span className={styles.moreWide} title={t`${wide} more networks`}>
          +{wide}
        </span>
      )}
      {narrow > 0 && <span className={styles.moreNarrow}>+{narrow}</span>}
    </span>
  )
}
