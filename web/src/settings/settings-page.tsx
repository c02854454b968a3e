import { useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { Page } from '../ui/page.tsx'
import styles from './settings.module.css'
import {
  openPlaces,
  personPlaces,
  type SettingsPlace,
  serverPlaces,
  workspacePlaces,
} from './settings-places.ts'

/** The way to every setting. */
export function SettingsPage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  return (
    <Page title={t`Settings`} width="text">
      <div className={styles.index}>
        <Group name={t`You`} places={personPlaces} />
        <Group name={workspace.name} places={workspacePlaces} />
        <Group name={t`Server`} places={serverPlaces} />
      </div>
    </Page>
  )
}

function Group({ name, places }: { readonly name: string; readonly places: readonly SettingsPlace[] }) {
  const { i18n } = useLingui()
  const open = openPlaces(places, useSession())
  if (open.length === 0) return null
  return (
    <section className={styles.group}>
      <h2>{name}</h2>
      <ul className={styles.rows}>
        {open.map(({ to, label, words, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.door}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              <span>
                <strong>{i18n._(label)}</strong>
                <span>{i18n._(words)}</span>
              </span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
