import type { Platform } from '@crier/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowRight, IconCode, IconPlugConnected, IconUserPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { serverUrl } from '../../boot/boot.ts'
import { app } from '../../session/clients.ts'
import { rememberPlace } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useAction } from '../../ui/form.tsx'
import type { PracticeAccount } from './practice-account.ts'
import styles from './setup.module.css'

interface NextCardsProps {
  readonly workspace: string
  readonly practice: PracticeAccount
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The three ways on from a first post. */
export function NextCards({ workspace, practice }: NextCardsProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <>
      <div className={styles.cards}>
        <Link className={styles.card} to="/accounts/connect" onClick={() => rememberPlace(workspace, 'live')}>
          <IconPlugConnected {...icon} />
          <span>
            <strong>{t`Connect a real account`}</strong>
            <Ready platforms={practice.platforms} />
          </span>
          <IconArrowRight {...icon} />
        </Link>
        <Link className={styles.card} to="/settings/team">
          <IconUserPlus {...icon} />
          <span>
            <strong>{t`Invite someone`}</strong>
            <span>{t`By a link or by mail, with a role of their own.`}</span>
          </span>
          <IconArrowRight {...icon} />
        </Link>
        <ApiCard workspace={workspace} account={practice.account.id} />
      </div>
      <p>
        <Button onClick={() => void navigate({ to: '/calendar' })}>{t`Go to your calendar`}</Button>
      </p>
    </>
  )
}

/** Names the networks that work at once, then says how many ask for an app of the operator. */
function Ready({ platforms }: { readonly platforms: readonly Platform[] }) {
  const { i18n } = useLingui()
  const real = platforms.filter(({ behavior, modes }) => behavior === null && modes.includes('live'))
  const isReady = ({ ways }: Platform) => ways.some(({ missing }) => missing.length === 0)
  const ready = real.filter(isReady).map(({ name }) => name)
  const names = new Intl.ListFormat(i18n.locale).format(ready)
  const others = real.length - ready.length
  if (ready.length === 0)
    return (
      <span>
        <Trans>Each network first asks for an app of yours there.</Trans>
      </span>
    )
  if (others === 0)
    return (
      <span>
        <Trans>{names} are ready.</Trans>
      </span>
    )
  return (
    <span>
      <Trans>
        {names}: ready now. {others} more networks ask for an app of yours first.
      </Trans>
    </span>
  )
}

/** Makes a test key when it is asked for, and shows it once in a command that works. */
function ApiCard({ workspace, account }: { readonly workspace: string; readonly account: string }) {
  const { t } = useLingui()
  const [key, setKey] = useState<string | null>(null)
  const make = useAction(async () => {
    const name = t`First test key`
    const made = await app.keys.create(workspace, {
      name,
      mode: 'test',
      scopes: ['read', 'write', 'publish'],
    })
    setKey(made.key)
  })
  const words = (
    <>
      <IconCode {...icon} />
      <span>
        <strong>{t`Use the API`}</strong>
        <span>{t`The same post by one command, with a key for test data.`}</span>
      </span>
    </>
  )
  if (key === null)
    return (
      <button type="button" className={styles.card} onClick={() => void make.start()}>
        {words}
        <span>{make.isBusy ? t`Making a key…` : t`Make a test key`}</span>
        {make.error !== null && <Fault error={make.error} />}
      </button>
    )
  const command = `curl ${serverUrl}/v1/posts -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"caption":"Hello from the API","social_accounts":["${account}"]}'`
  return (
    <div className={styles.card}>
      {words}
      <CopyButton text={command} what={t`the command`} />
      <pre className={styles.code}>
        <code>{command}</code>
      </pre>
      <p className={styles.hint}>
        {t`The key is shown this once. It can be replaced or revoked under API keys. The post appears in the feed on this page.`}
      </p>
    </div>
  )
}
