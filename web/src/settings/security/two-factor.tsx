import type { Security } from '@crier/sdk/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toasts.tsx'
import styles from '../section.module.css'
import { Section } from '../section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { readSecurityAgain } from './security-queries.ts'
import { TwoFactorSetup } from './two-factor-setup.tsx'

type Open = 'set-up' | 'off' | 'renew' | null

/** The second factor of sign-ins by password. */
export function TwoFactor({ security }: { readonly security: Security }) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isOn = security.has_two_factor
  const show = (next: readonly string[]) => {
    setOpen(null)
    setCodes(next)
    void readSecurityAgain()
  }
  return (
    <Section
      title={t`Second factor`}
      lead={
        isOn
          ? t`On. Signing in by password asks for six digits of your authenticator app as well.`
          : t`Off. Turn it on, and a stolen password is not enough to sign in. Passkeys need none.`
      }
      actions={<Actions isOn={isOn} isOpen={open === 'set-up'} onOpen={setOpen} />}
    >
      {isOn && codes === null && <CodesLeft count={security.recovery_codes_left} />}
      {open === 'set-up' && <TwoFactorSetup onDone={show} onClose={() => setOpen(null)} />}
      {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      <TurnOff isOpen={open === 'off'} onClose={() => setOpen(null)} />
      <Renew isOpen={open === 'renew'} onClose={() => setOpen(null)} onDone={show} />
    </Section>
  )
}

interface ActionsProps {
  readonly isOn: boolean
  readonly isOpen: boolean
  readonly onOpen: (open: Open) => void
}

function Actions({ isOn, isOpen, onOpen }: ActionsProps) {
  const { t } = useLingui()
  if (!isOn)
    return isOpen ? null : <Button variant="default" onClick={() => onOpen('set-up')}>{t`Turn it on`}</Button>
  return (
    <>
      <Button variant="default" onClick={() => onOpen('renew')}>{t`New recovery codes`}</Button>
      <Button variant="subtle" color="red" onClick={() => onOpen('off')}>{t`Turn it off`}</Button>
    </>
  )
}

function CodesLeft({ count }: { readonly count: number }) {
  const { t } = useLingui()
  const left = plural(count, { one: '# recovery code is', other: '# recovery codes are' })
  return (
    <p className={styles.notice} data-tone={count < 3 ? 'brass' : undefined}>
      {count < 3
        ? t`${left} left. Make new ones before you lose your phone.`
        : t`${left} left, for the day on which your phone is not at hand.`}
    </p>
  )
}

interface AskProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

function TurnOff({ isOpen, onClose }: AskProps) {
  const { t } = useLingui()
  const proven = useProven()
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={t`Turn the second factor off?`}
      keep={t`Keep it on`}
      act={t`Turn it off`}
      acting={t`Turning it off…`}
      onAct={async () => {
        await proven(() => app.turnOffTwoFactor())
        await readSecurityAgain()
        toast({ text: t`The second factor is off. You are signed out everywhere else.` })
      }}
    >
      <p>{t`The password alone signs you in from then on, and your recovery codes are worth nothing.`}</p>
    </Confirm>
  )
}

function Renew({ isOpen, onClose, onDone }: AskProps & { readonly onDone: (codes: string[]) => void }) {
  const { t } = useLingui()
  const proven = useProven()
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={t`Make ten new recovery codes?`}
      keep={t`Keep the old ones`}
      act={t`Make new ones`}
      acting={t`Making them…`}
      onAct={async () => onDone((await proven(() => app.renewRecoveryCodes())).recovery_codes)}
    >
      <p>{t`The old ones are worth nothing from then on, and you are signed out everywhere else.`}</p>
    </Confirm>
  )
}
