import { useLingui } from '@lingui/react/macro'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import styles from './settings.module.css'
import {
  openPlaces,
  personPlaces,
  type SettingsPlace,
  serverPlaces,
  workspacePlaces,
} from './settings-places.ts'

/** The frame of the pages below /settings: their own navigation on wide screens, a way back on narrow ones. */
export function SettingsLayout() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const { pathname } = useLocation()
  if (/\/settings\/?$/.test(pathname)) return <Outlet />
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label={t`Settings`}>
        <Part name={t`You`} places={personPlaces} />
        <Part name={workspace.name} places={workspacePlaces} />
        <Part name={t`Server`} places={serverPlaces} />
      </nav>
      <div>
        <Link to="/settings" className={styles.back}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
          {t`Settings`}
        </Link>
        <Outlet />
      </div>
    </div>
  )
}

function Part({ name, places }: { readonly name: string; readonly places: readonly SettingsPlace[] }) {
  const { i18n } = useLingui()
  const open = openPlaces(places, useSession())
  if (open.length === 0) return null
  return (
    <>
      <p className={styles.part}>{name}</p>
      {open.map(({ to, label }) => (
        <Link key={to} to={to} className={styles.place} activeProps={{ 'data-current': true }}>
          {i18n._(label)}
        </Link>
      ))}
    </>
  )
}
