import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { AddressList } from './address-list.tsx'
import { MadeAddress } from './made-address.tsx'
import { NewAddress } from './new-address.tsx'

/** Shows the addresses by which the person's programs read the plan, and makes new ones. */
export function SubscribeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { mode } = useSession()
  const [step, setStep] = useState<'list' | 'new'>('list')
  // It is nowhere but here, and gone with the dialog.
  const [url, setUrl] = useState<string | null>(null)
  if (url !== null)
    return (
      <Dialog isOpen onClose={onClose} title={t`Your calendar address`} width="wide">
        <MadeAddress url={url} onClose={onClose} />
      </Dialog>
    )
  if (step === 'new')
    return (
      <Dialog isOpen onClose={onClose} title={t`New calendar address`} width="wide">
        <NewAddress onMade={setUrl} onCancel={() => setStep('list')} />
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={onClose} title={t`Subscribe to this calendar`} width="wide">
      <div className={card.stack}>
        <p>
          {t`See the plan of this workspace in your own calendar program. It reads a private address by itself, about once an hour, and shows the posts of the last 30 and the next 180 days.`}
        </p>
        {mode === 'test' && (
          <p className={card.soft}>{t`Calendars have live posts alone, and none of the test data.`}</p>
        )}
        <AddressList onReplaced={setUrl} />
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t`Close`}
        </Button>
        <Button onClick={() => setStep('new')} data-autofocus>
          {t`New address`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
