import type { ConnectAttempt, Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { app } from '../session/clients.ts'
import { isRefused } from '../session/query-client.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Fault } from '../ui/confirm.tsx'
import { useAction } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { attemptQuery } from './account-queries.ts'
import { ChooseCandidates } from './choose-candidates.tsx'
import { ConnectedPanel } from './connected-panel.tsx'

interface AttemptPageProps {
  readonly platform: Platform
  readonly attempt: string
}

/** How a sign-in goes, for the person who comes back from the network. */
export function AttemptPage({ platform, attempt: id }: AttemptPageProps) {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(attemptQuery(session, id))
  const status = data?.status
  useEffect(() => {
    if (status === 'connected') void client.invalidateQueries({ queryKey: [...session.scope, 'accounts'] })
  }, [status, client, session.scope])
  if (data === undefined)
    return (
      <Page title={t`Connect ${platform.name}`} width="text">
        {isRefused(error, 404) ? (
          <Over platform={platform} words={t`This sign-in is over. Nothing was connected.`} account={null} />
        ) : (
          error !== null && <Trouble error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return <Shown platform={platform} attempt={data} />
}

function Shown({ platform, attempt }: { readonly platform: Platform; readonly attempt: ConnectAttempt }) {
  const { t } = useLingui()
  const { name } = platform
  const account = attempt.social_account_id
  switch (attempt.status) {
    case 'waiting':
      return (
        <Page title={t`Waiting for ${name}`} width="text">
          <Waiting platform={platform} attempt={attempt} />
        </Page>
      )
    case 'finishing':
      return (
        <Page title={t`One moment`} width="text">
          <p role="status">{t`${name} is being asked…`}</p>
        </Page>
      )
    case 'choosing':
      return (
        <Page
          title={t`Choose what to connect`}
          lead={t`Your sign-in at ${name} gives access to these. You can connect several at once.`}
          width="text"
        >
          <ChooseCandidates attempt={attempt} />
        </Page>
      )
    case 'connected':
      return (
        <Page title={account === null ? t`Connected` : t`Connected again`} width="text">
          <ConnectedPanel platform={platform} attempt={attempt} />
        </Page>
      )
    case 'failed':
      return (
        <Page title={t`Not connected`} width="text">
          <Over
            platform={platform}
            words={
              attempt.error === null
                ? t`Nothing was connected.`
                : translateServerSentence(attempt.error.detail, attempt.error)
            }
            account={account}
          />
        </Page>
      )
    case 'expired':
      return (
        <Page title={t`Not connected`} width="text">
          <Over
            platform={platform}
            words={t`The sign-in took longer than its ten minutes. Nothing was connected.`}
            account={account}
          />
        </Page>
      )
  }
}

function Waiting({ platform, attempt }: { readonly platform: Platform; readonly attempt: ConnectAttempt }) {
  const { t } = useLingui()
  const { api } = useSession()
  const navigate = useNavigate()
  const going = useAction(async () => location.assign((await app.connectAttempts.continue(attempt.id)).url))
  const leaving = useAction(async () => {
    await api.connectAttempts.delete(attempt.id)
    await navigate({ to: '/accounts' })
  })
  const error = going.error ?? leaving.error
  return (
    <section className={card.card} aria-label={t`Sign-in`}>
      <p>{t`You haven't come back from ${platform.name} yet. Nothing is connected before you do.`}</p>
      {error !== null && <Fault error={error} />}
      <div className={card.row}>
        <Button aria-disabled={going.isBusy} onClick={() => void going.start()}>
          {t`Go on to ${platform.name}`}
        </Button>
        <Button variant="default" aria-disabled={leaving.isBusy} onClick={() => void leaving.start()}>
          {t`Give up`}
        </Button>
      </div>
    </section>
  )
}

interface OverProps {
  readonly platform: Platform
  readonly words: string
  /** The account that was to be connected again. */
  readonly account: string | null
}

function Over({ platform, words, account }: OverProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <section className={card.card} aria-label={t`Sign-in`}>
      <p role="alert">{words}</p>
      <div className={card.row}>
        <Button
          onClick={() =>
            void navigate({
              to: '/accounts/connect/$platform',
              params: { platform: platform.platform },
              search: (account === null ? {} : { account }) as never,
            })
          }
        >
          {t`Try again`}
        </Button>
        <Link to="/accounts">{t`All accounts`}</Link>
      </div>
    </section>
  )
}
