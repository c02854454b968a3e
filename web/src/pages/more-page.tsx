import { useLingui } from '@lingui/react/macro'
import { IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isAtLeast, useSession } from '../session/session.ts'
import { personPlaces } from '../settings/settings-places.ts'
import { isInBottomBar } from '../shell/bottom-bar.tsx'
import { openOverlay } from '../shell/overlay.ts'
import { PlaceSwitch } from '../shell/place-switch.tsx'
import { buildPlaces, type Place, settingsPlace, workPlaces } from '../shell/places.ts'
import shell from '../shell/shell.module.css'
import { PlaceLink } from '../shell/side-bar.tsx'
import { Page } from '../ui/page.tsx'

/** The places that the bar of a phone has no room for. */
export function MorePage() {
  const { t } = useLingui()
  const { person } = useSession()
  const work = workPlaces.filter((place) => !isInBottomBar(place))
  return (
    <Page title={t`More`} width="text">
      <PlaceSwitch />
      <Group name={t`Work`} places={work} />
      <Group name={t`Build`} places={buildPlaces} />
      <Group name={t`You`} places={[...personPlaces, settingsPlace]}>
        <li>
          <button type="button" className={shell.place} onClick={() => openOverlay('sign-out')}>
            <IconLogout size={18} stroke={1.75} aria-hidden="true" />
            {t`Sign out`}
            <span className={shell.detail}>{person.email}</span>
          </button>
        </li>
      </Group>
    </Page>
  )
}

interface GroupProps {
  readonly name: string
  readonly places: readonly Place[]
  readonly children?: ReactNode
}

function Group({ name, places, children }: GroupProps) {
  const { workspace } = useSession()
  const mayOpen = ({ least }: Place) => least === undefined || isAtLeast(workspace.role, least)
  return (
    <section className={shell.group}>
      <h2 className={shell.part}>{name}</h2>
      <ul>
        {places.filter(mayOpen).map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        {children}
      </ul>
    </section>
  )
}
