import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { AccountChoice } from '../../accounts/account-choice.tsx'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { DialogActions } from '../../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useReadAddressesAgain } from './address-queries.ts'

interface NewAddressProps {
  readonly onMade: (url: string) => void
  readonly onCancel: () => void
}

/** Asks what a calendar shall have, and makes its address. */
export function NewAddress({ onMade, onCancel }: NewAddressProps) {
  const { t, i18n } = useLingui()
  const { workspace, mode } = useSession()
  const proven = useProven()
  const readAgain = useReadAddressesAgain()
  const [name, setName] = useState(workspace.name)
  const [accounts, setAccounts] = useState<readonly string[]>([])
  const making = useAction(async () => {
    const language = i18n.locale === 'de' || i18n.locale === 'es' ? i18n.locale : 'en'
    const input = { name: name.trim(), social_account_ids: [...accounts], language } as const
    const made = await proven(() => app.calendarAddresses.create(workspace.id, input))
    onMade(made.url)
    await readAgain()
  })
  return (
    <Form
      onSubmit={() => void making.start()}
      error={making.error}
      fields={['/name']}
      actions={
        <DialogActions>
          <Button variant="default" onClick={onCancel}>
            {t`Back`}
          </Button>
          <Button type="submit" aria-disabled={making.isBusy}>
            {making.isBusy ? t`Making it…` : t`Make the address`}
          </Button>
        </DialogActions>
      }
    >
      <TextInput
        label={t`Name of the calendar`}
        description={t`Your calendar program shows it.`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultAt(making.error, '/name')}
        maxLength={100}
      />
      {mode === 'live' && (
        <details className={card.fold}>
          <summary>{t`Only posts on some accounts`}</summary>
          <AccountChoice chosen={accounts} onChange={setAccounts} fault={undefined} />
        </details>
      )}
    </Form>
  )
}
