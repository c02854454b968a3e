import { useLingui } from '@lingui/react/macro'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addPasskey } from '../../session/add-passkey.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { hasPasskeys } from '../../session/passkeys.ts'
import { useDeviceName } from '../../settings/security/device-name.ts'
import { waysInQuery } from '../../settings/security/security-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import styles from './setup.module.css'

/** Offers the new owner a passkey beside the password. Nothing waits for it, and it can be put aside. */
export function PasskeyOffer() {
  const { t } = useLingui()
  const proven = useProven()
  const device = useDeviceName()
  const ways = useQuery(waysInQuery)
  const [answer, setAnswer] = useState<'added' | 'declined' | null>(null)
  const add = useAction(async () => {
    if (await addPasskey(device(navigator.userAgent), proven)) setAnswer('added')
  })
  if (answer === 'added')
    return <p className={styles.quiet} role="status">{t`This device signs you in without the password.`}</p>
  if (answer === 'declined' || ways.data?.passkeys !== true || !hasPasskeys()) return null
  return (
    <div className={styles.offer}>
      <p>{t`Sign in with your finger, your face or a key next time?`}</p>
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden="true" />}
        aria-disabled={add.isBusy}
        onClick={() => void add.start()}
      >
        {add.isBusy ? t`Adding…` : t`Add a passkey`}
      </Button>
      <button type="button" className={styles.link} onClick={() => setAnswer('declined')}>
        {t`Not now`}
      </button>
      {add.error !== null && <Fault error={add.error} />}
    </div>
  )
}
