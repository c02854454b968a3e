import type { ApiKey } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import type { FreshKey } from './new-key-form.tsx'

interface RollKeyDialogProps {
  readonly of: ApiKey
  readonly onClose: () => void
  readonly onRolled: (made: FreshKey) => void
}

const overlaps = [24, 1, 0] as const

/** Replaces a key by a new one, and asks how long the old one goes on working. */
export function RollKeyDialog({ of: key, onClose, onRolled }: RollKeyDialogProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const proven = useProven()
  const [hours, setHours] = useState<(typeof overlaps)[number]>(24)
  const rolling = useAction(async () => {
    const made = await proven(() => app.keys.roll(workspace.id, key.id, { overlap_hours: hours }))
    onRolled({ ...made, name: key.name, mode: key.mode })
  })
  const words = {
    24: t`For 24 hours, so that you can change it everywhere`,
    1: t`For an hour`,
    0: t`Not at all: whatever uses it stops working now`,
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`Roll ‘${key.name}’?`}>
      <Form
        onSubmit={() => void rolling.start()}
        error={rolling.error}
        actions={
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t`Keep it as it is`}
            </Button>
            <Button type="submit" aria-disabled={rolling.isBusy}>
              {rolling.isBusy ? t`Rolling it…` : t`Roll key`}
            </Button>
          </DialogActions>
        }
      >
        <p>{t`You get a new key with the same rights.`}</p>
        <fieldset className={card.choices}>
          <legend className={card.legend}>{t`The old one goes on working`}</legend>
          {overlaps.map((each) => (
            <label key={each} className={card.choice}>
              <input type="radio" name="overlap" checked={each === hours} onChange={() => setHours(each)} />
              {words[each]}
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  )
}
