import type { Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { accountQuery, attentionQuery, useNeed } from './account-queries.ts'
import { accountHandle, useAccountWords } from './account-words.ts'
import { ConnectForm } from './connect-form.tsx'
import { rememberWaiting } from './waiting-posts.ts'

interface ReconnectPageProps {
  readonly platform: Platform
  readonly account: string
}

/** Signs in again as the same profile. */
export function ReconnectPage({ platform, account: id }: ReconnectPageProps) {
  const { t } = useLingui()
  const session = useSession()
  const words = useAccountWords()
  const { data, error, refetch } = useQuery(accountQuery(session, id))
  const { data: attention } = useQuery(attentionQuery(session))
  const need = useNeed(id)
  const waiting = attention === undefined ? null : (need?.waiting ?? 0)
  useEffect(() => {
    if (waiting !== null) rememberWaiting(id, waiting)
  }, [id, waiting])
  if (data === undefined)
    return (
      <Page title={t`Reconnect`}>
        {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  const name = accountHandle(data)
  const lead =
    data.status === 'active'
      ? t`Sign in as ${name} again. Nothing else changes.`
      : `${words.health(data, platform.name)} ${words.waiting(need)}`
  return (
    <Page title={t`Reconnect ${name}`} lead={lead} width="text">
      <ConnectForm platform={platform} account={data} />
      <p>
        <Link to="/accounts/$account" params={{ account: id }}>
          {t`Back to ${name}`}
        </Link>
      </p>
    </Page>
  )
}
