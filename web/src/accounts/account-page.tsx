import type { Platform, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { platformsQuery } from '../data/accounts.ts'
import { isRefused } from '../session/query-client.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Confirm } from '../ui/confirm.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NetworkMark } from '../ui/network-mark.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { webAddress } from '../ui/web-address.ts'
import { AccountAvatar } from './account-avatar.tsx'
import { AccountGroups } from './account-groups.tsx'
import { AccountLimits } from './account-limits.tsx'
import { accountQuery, nextPostOf, nextPostsOfQuery, useNeed } from './account-queries.ts'
import { accountHandle, useAccountWords } from './account-words.ts'
import styles from './accounts.module.css'
import { ConnectLinkDialog } from './connect-link-dialog.tsx'
import { ReconnectLink } from './reconnect-link.tsx'
import { usePlanned } from './use-planned.ts'

/** One account: how it does, what it may post, and the end of it. */
export function AccountPage() {
  const { t } = useLingui()
  const session = useSession()
  const { account: id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(accountQuery(session, id))
  const { data: platforms = [] } = useQuery(platformsQuery(session))
  if (data === undefined)
    return (
      <Page title={t`Account`}>
        {isRefused(error, 404) ? (
          <EmptyState
            title={t`This account doesn't exist, or it isn't yours.`}
            actions={<Link to="/accounts">{t`All accounts`}</Link>}
          />
        ) : (
          error !== null && <Trouble error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const platform = platforms.find((each) => each.platform === data.platform)
  return (
    <Page
      title={data.display_name || data.username}
      lead={<Head account={data} platform={platform} />}
      width="text"
    >
      <Health account={data} platform={platform} />
      <section className={card.card} aria-labelledby="limits">
        <h2 id="limits">{t`What it may post`}</h2>
        <AccountLimits account={data} />
      </section>
      <AccountGroups account={data} />
      <ForPrograms account={data} />
      {isAtLeast(session.workspace.role, 'admin') && <End account={data} platform={platform} />}
    </Page>
  )
}

interface PartProps {
  readonly account: SocialAccount
  readonly platform: Platform | undefined
}

function Head({ account, platform }: PartProps) {
  const { t } = useLingui()
  return (
    <span className={styles.head}>
      <AccountAvatar account={account} size={32} />
      <span className={card.row}>
        {accountHandle(account)}
        {platform !== undefined && <NetworkMark iconUrl={platform.icon_url} name={platform.name} hasName />}
        {account.behavior === null ? (
          <a href={webAddress(account.profile_url) ?? undefined} target="_blank" rel="noreferrer">
            {t`Open the profile`} <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
            <span className="hidden-text">{t`in a new tab`}</span>
          </a>
        ) : (
          <Link to="/build/sandbox/$account" params={{ account: account.id }}>
            {t`Open its feed in the sandbox`}
          </Link>
        )}
      </span>
    </span>
  )
}

function Health({ account, platform }: PartProps) {
  const { t } = useLingui()
  const session = useSession()
  const words = useAccountWords()
  const format = useTimeFormat()
  const need = useNeed(account.id)
  const { data: posts } = useQuery(nextPostsOfQuery(session, account.id))
  const [isAsking, setAsking] = useState(false)
  const next = nextPostOf(posts, account.id)
  const mayConnect = isAtLeast(session.workspace.role, 'admin')
  const needsPerson = account.status !== 'active'
  return (
    <section className={card.card} data-tone={needsPerson ? 'brass' : undefined} aria-label={t`How it does`}>
      <p>
        {words.health(account, platform?.name ?? account.platform)} {words.waiting(need)}
        {next?.scheduled_at && (
          <>
            {' '}
            <Link to="/posts/$post" params={{ post: next.id }}>
              {t`Next post ${format.moment(next.scheduled_at)}.`}
            </Link>
          </>
        )}
      </p>
      {mayConnect && (
        <div className={card.row}>
          {account.status === 'needs_reconnect' && <ReconnectLink account={account} variant="filled" />}
          {/* A practice account has no sign-in that could end. */}
          {account.status === 'active' && account.behavior === null && <SignInAgain account={account} />}
          <Button variant="default" onClick={() => setAsking(true)}>
            {t`Let somebody else sign in`}
          </Button>
        </div>
      )}
      {isAsking && <ConnectLinkDialog account={account} onClose={() => setAsking(false)} />}
    </section>
  )
}

function SignInAgain({ account }: { readonly account: SocialAccount }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      onClick={() =>
        void navigate({
          to: '/accounts/connect/$platform',
          params: { platform: account.platform },
          search: { account: account.id } as never,
        })
      }
    >
      {t`Sign in again`}
    </Button>
  )
}

function ForPrograms({ account }: { readonly account: SocialAccount }) {
  const { t } = useLingui()
  return (
    <details className={card.fold}>
      <summary>{t`For programs`}</summary>
      <dl className={styles.limits}>
        <dt>{t`Id`}</dt>
        <dd className={card.row}>
          <code>{account.id}</code>
          <CopyButton text={account.id} what={t`the id`} variant="subtle" />
        </dd>
        <dt>{t`Number`}</dt>
        <dd>
          <code>{account.number}</code>
        </dd>
        <dt>{t`Id at the network`}</dt>
        <dd>
          <code>{account.external_id}</code>
        </dd>
      </dl>
    </details>
  )
}

function End({ account, platform }: PartProps) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const planned = usePlanned(account.id)
  const [isAsking, setAsking] = useState(false)
  const network = platform?.name ?? account.platform
  return (
    <section className={card.card} aria-labelledby="end">
      <h2 id="end">{t`Disconnect`}</h2>
      <p className={card.soft}>
        {t`Crier gives up its access to ${accountHandle(account)}. What was published stays. Connecting the same profile later brings everything back.`}
      </p>
      <div className={card.row}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t`Disconnect ${accountHandle(account)}`}
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`Disconnect ${accountHandle(account)} from ${network}?`}
        keep={t`Keep it`}
        act={t`Disconnect`}
        acting={t`Disconnecting…`}
        onAct={async () => {
          await api.socialAccounts.disconnect(account.id)
          await navigate({ to: '/accounts' })
          await client.invalidateQueries({ queryKey: [...scope, 'accounts'] })
          toast({ text: t`${accountHandle(account)} is disconnected.` })
        }}
      >
        <p>{planned}</p>
      </Confirm>
    </section>
  )
}
