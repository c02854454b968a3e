import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { setTitleCount } from '../ui/page.tsx'
import { useAttentionCount } from './attention-count.ts'
import { PersonPlace } from './person-place.tsx'
import { PlaceSwitch } from './place-switch.tsx'
import { buildPlaces, type Place, settingsPlace, workPlaces } from './places.ts'
import styles from './shell.module.css'

export function SideBar() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const { pathname } = useLocation()
  const mayOpen = ({ least }: Place) => least === undefined || isAtLeast(workspace.role, least)
  return (
    <nav className={styles.side} aria-label={t`Main`}>
      <PlaceSwitch />
      <ul className={styles.places}>
        {workPlaces.filter(mayOpen).map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
      </ul>
      <h2 className={styles.part}>{t`Build`}</h2>
      <ul className={styles.places}>
        {buildPlaces.filter(mayOpen).map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
      </ul>
      <span className={styles.space} />
      <ul className={styles.places}>
        {/* The page of the keys has a place of its own. */}
        <PlaceLink place={settingsPlace} isExact={pathname.endsWith('/api-keys')} />
      </ul>
      <PersonPlace />
    </nav>
  )
}

/** A link to a place, with the number of things that wait there. */
export function PlaceLink({
  place: { to, label, icon: Icon },
  isExact = false,
}: {
  readonly place: Place
  /** Whether the pages below it have places of their own. */
  readonly isExact?: boolean
}) {
  const { i18n } = useLingui()
  return (
    <li>
      <Link
        to={to}
        className={styles.place}
        activeOptions={{ exact: isExact }}
        activeProps={{ 'data-current': true }}
      >
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        <span className={styles.placeName}>{i18n._(label)}</span>
        {to === '/needs-you' && <AttentionCount />}
      </Link>
    </li>
  )
}

function AttentionCount() {
  const count = useAttentionCount()
  useEffect(() => setTitleCount(count), [count])
  if (count === 0) return null
  return <span className={styles.count}>{count > 99 ? '99+' : count}</span>
}
