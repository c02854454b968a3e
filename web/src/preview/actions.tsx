import {
  type Icon,
  IconBookmark,
  IconChartBar,
  IconHeart,
  IconMessageCircle,
  IconRepeat,
  IconShare3,
  IconThumbDown,
} from '@tabler/icons-react'
import styles from './families.module.css'
import type { Look } from './preview-data.ts'

const signs: Readonly<Record<Look['actions'][number], Icon>> = {
  reply: IconMessageCircle,
  repost: IconRepeat,
  like: IconHeart,
  dislike: IconThumbDown,
  share: IconShare3,
  save: IconBookmark,
  views: IconChartBar,
}

/** The marks below a post. They are a picture: nothing happens by pressing them. */
export function Actions({
  actions,
  isColumn = false,
}: {
  readonly actions: Look['actions']
  readonly isColumn?: boolean
}) {
  if (actions.length === 0) return null
  return (
    <div className={styles.actions} data-column={isColumn || undefined} aria-hidden="true">
      {actions.map((action) => {
        const Sign = signs[action]
        return <Sign key={action} size={isColumn ? 26 : 20} stroke={1.6} />
      })}
    </div>
  )
}
