import type { Workspace } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { placeOf } from '../../time/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import { Section } from '../section.tsx'
import { ChangeZone } from './change-zone.tsx'

interface TimeZoneProps {
  readonly workspace: Workspace
  readonly mayChange: boolean
}

/** The time zone of the workspace, whose change asks what becomes of the planned posts. */
export function TimeZone({ workspace, mayChange }: TimeZoneProps) {
  const { t } = useLingui()
  const [wanted, setWanted] = useState<string | null>(null)
  const from = placeOf(workspace.timezone)
  const to = placeOf(wanted ?? workspace.timezone)
  return (
    <Section
      title={t`Time zone`}
      lead={t`Posts are planned by its clock, and every time in the app is shown on it.`}
    >
      <div style={{ maxWidth: 360 }}>
        <ZoneSelect
          label={t`Time zone of the workspace`}
          hasHiddenLabel
          value={wanted ?? workspace.timezone}
          isDisabled={!mayChange}
          onChange={(zone) => setWanted(zone === workspace.timezone ? null : zone)}
        />
      </div>
      <Dialog isOpen={wanted !== null} onClose={() => setWanted(null)} title={t`${from} → ${to}`}>
        {wanted !== null && (
          <ChangeZone workspace={workspace} zone={wanted} onClose={() => setWanted(null)} />
        )}
      </Dialog>
    </Section>
  )
}
