import type { Passkey } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addPasskey } from '../../session/add-passkey.ts'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { hasPasskeys } from '../../session/passkeys.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Fault } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Section, SettingsRow, SettingsRows } from '../section.tsx'
import { useDeviceName } from './device-name.ts'
import { passkeysQuery, readSecurityAgain } from './security-queries.ts'

/** The passkeys of the person. */
export function Passkeys({ isPossible }: { readonly isPossible: boolean }) {
  const { t } = useLingui()
  const proven = useProven()
  const device = useDeviceName()
  const passkeys = useQuery(passkeysQuery)
  const add = useAction(async () => {
    if (await addPasskey(device(navigator.userAgent), proven))
      toast({ text: t`The passkey is added. You are signed out everywhere else.` })
    await readSecurityAgain()
  })
  const canAdd = isPossible && hasPasskeys()
  return (
    <Section
      title={t`Passkeys`}
      lead={
        isPossible
          ? t`Sign in with your finger, your face or a key, without a password. Nobody can trick you out of one.`
          : t`Browsers keep passkeys for a host name, and the address of this server is a number.`
      }
      actions={
        canAdd && (
          <Button variant="default" aria-disabled={add.isBusy} onClick={() => void add.start()}>
            {add.isBusy ? t`Adding…` : t`Add a passkey`}
          </Button>
        )
      }
    >
      {add.error !== null && <Fault error={add.error} />}
      {passkeys.error !== null && <Trouble error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
      {passkeys.data !== undefined && passkeys.data.data.length > 0 && (
        <SettingsRows>
          {passkeys.data.data.map((passkey) => (
            <OnePasskey key={passkey.id} passkey={passkey} />
          ))}
        </SettingsRows>
      )}
    </Section>
  )
}

function OnePasskey({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const proven = useProven()
  const [isOpen, setOpen] = useState<'rename' | 'remove' | null>(null)
  const { id, name, is_synced: isSynced, created_at: madeAt, last_used_at: usedAt } = passkey
  const made = format.day(madeAt)
  const used = usedAt === null ? t`never used` : t`last used ${format.away(usedAt)}`
  const where = isSynced ? t`on your devices` : t`on one device`
  return (
    <SettingsRow
      name={name}
      words={t`Made ${made}, ${where}, ${used}`}
      actions={
        <>
          <Button variant="subtle" onClick={() => setOpen('rename')}>
            {t`Rename`}
            <span className="hidden-text"> {name}</span>
          </Button>
          <Button variant="subtle" color="red" onClick={() => setOpen('remove')}>
            {t`Remove`}
            <span className="hidden-text"> {name}</span>
          </Button>
          <Dialog isOpen={isOpen === 'rename'} onClose={() => setOpen(null)} title={t`Rename ${name}`}>
            <Rename passkey={passkey} onDone={() => setOpen(null)} />
          </Dialog>
          <Confirm
            isOpen={isOpen === 'remove'}
            onClose={() => setOpen(null)}
            title={t`Remove ${name}?`}
            keep={t`Keep it`}
            act={t`Remove the passkey`}
            acting={t`Removing…`}
            onAct={async () => {
              await proven(() => app.passkeys.remove(id))
              await readSecurityAgain()
            }}
          >
            <p>{t`It signs you in no more, and you are signed out everywhere else. Your device keeps offering it until you delete it there too.`}</p>
          </Confirm>
        </>
      }
    />
  )
}

function Rename({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const { t } = useLingui()
  const [name, setName] = useState(passkey.name)
  const save = useAction(async () => {
    await app.passkeys.rename(passkey.id, { name })
    await readSecurityAgain()
    onDone()
  })
  return (
    <Form
      onSubmit={() => void save.start()}
      error={save.error}
      fields={['/name']}
      actions={
        <DialogActions>
          <Button variant="default" onClick={onDone}>{t`Leave it`}</Button>
          <Button type="submit">{save.isBusy ? t`Renaming…` : t`Rename`}</Button>
        </DialogActions>
      }
    >
      <TextInput
        label={t`Name`}
        autoFocus
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultAt(save.error, '/name')}
      />
    </Form>
  )
}
