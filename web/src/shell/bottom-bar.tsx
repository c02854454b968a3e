import { useLingui } from '@lingui/react/macro'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isAtLeast, useSession } from '../session/session.ts'
import { type Place, workPlaces } from './places.ts'
import styles from './shell.module.css'
import { PlaceLink } from './side-bar.tsx'

const first: readonly Place[] = workPlaces.slice(0, 2)
const last: readonly Place[] = workPlaces.slice(2, 3)

/** Whether a place stands in the bar of a phone, and needs no second way to it. */
export function isInBottomBar(place: Place): boolean {
  return workPlaces.indexOf(place) < 3
}

/** The places of a phone, within reach of a thumb. */
export function BottomBar() {
  const { t } = useLingui()
  const { workspace } = useSession()
  return (
    <nav className={styles.bottom} aria-label={t`Main`}>
      <ul>
        {first.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        {isAtLeast(workspace.role, 'author') && (
          <li>
            <Link to="/posts/new" className={styles.plus}>
              <IconPlus size={22} stroke={1.75} aria-hidden="true" />
              <span className="hidden-text">{t`New post`}</span>
            </Link>
          </li>
        )}
        {last.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        <li>
          <Link to="/more" className={styles.place} activeProps={{ 'data-current': true }}>
            <IconDots size={18} stroke={1.75} aria-hidden="true" />
            <span className={styles.placeName}>{t`More`}</span>
          </Link>
        </li>
      </ul>
    </nav>
  )
}
