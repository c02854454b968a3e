import { useLingui } from '@lingui/react/macro'
import { isAtLeast, useSession } from '../session/session.ts'
import { PlaceSwitch } from '../shell/place-switch.tsx'
import { buildPlaces, type Place, settingsPlace, workPlaces } from '../shell/places.ts'
import { PlaceLink } from '../shell/side-bar.tsx'
import { Page } from '../ui/page.tsx'

/** Every place, for a phone, whose bar has room for a few. */
export function MorePage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const mayOpen = ({ least }: Place) => least === undefined || isAtLeast(workspace.role, least)
  return (
    <Page title={t`More`} width="text">
      <PlaceSwitch />
      <ul>
        {[...workPlaces, ...buildPlaces, settingsPlace].filter(mayOpen).map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
      </ul>
    </Page>
  )
}
