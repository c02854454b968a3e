import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { AccountAvatar } from '../accounts/account-avatar.tsx'
import { accountHandle } from '../accounts/account-words.ts'
import { platformsQuery } from '../data/accounts.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { useBehaviorName } from './behavior-name.ts'
import { FeedPage } from './feed-page.tsx'
import styles from './sandbox.module.css'
import { practiceAccountsQuery } from './sandbox-queries.ts'
import { TestClockCard } from './test-clock-card.tsx'

/** The network inside Crier: all its accounts, or the feed of one. */
export function SandboxPage() {
  const { account } = useParams({ strict: false })
  return account === undefined ? <Overview /> : <FeedPage key={account} name={account} />
}

function Overview() {
  const { t } = useLingui()
  const { mode } = useSession()
  return (
    <Page
      title={t`Sandbox`}
      lead={t`A network inside Crier. Post on a practice account, see how it looks, and try everything that can go wrong before it happens in public.`}
    >
      <div className={styles.columns}>
        <div className={card.stack}>
          <Accounts />
        </div>
        {mode === 'test' && <TestClockCard />}
      </div>
    </Page>
  )
}

function Accounts() {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(practiceAccountsQuery(session))
  const { data: platforms = [] } = useQuery(platformsQuery(session))
  const practice = platforms.find(({ behavior }) => behavior !== null)
  if (data === undefined)
    return error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />
  const mayAdd = practice !== undefined && isAtLeast(session.workspace.role, 'admin')
  const add = mayAdd && (
    <Button
      variant={data.length === 0 ? 'filled' : 'default'}
      style={{ alignSelf: 'flex-start' }}
      onClick={() =>
        void navigate({ to: '/accounts/connect/$platform', params: { platform: practice.platform } })
      }
    >
      {t`New practice account`}
    </Button>
  )
  if (data.length === 0)
    return (
      <EmptyState
        title={session.mode === 'live' ? t`No practice accounts in live data.` : t`No practice accounts yet.`}
        actions={add}
      >
        {t`A practice account needs no sign-in anywhere, and nobody outside of this workspace sees what it posts.`}
      </EmptyState>
    )
  return (
    <>
      <ul className={styles.accounts}>
        {data.map((account) => (
          <li key={account.id}>
            <AccountLink account={account} />
          </li>
        ))}
      </ul>
      {add}
    </>
  )
}

function AccountLink({ account }: { readonly account: SocialAccount }) {
  const behavior = useBehaviorName(account)
  return (
    <Link to="/build/sandbox/$account" params={{ account: account.id }} className={styles.account}>
      <AccountAvatar account={account} size={36} />
      <span>
        <span className={styles.name}>{account.display_name}</span>
        <small>
          {accountHandle(account)} · {behavior}
        </small>
      </span>
    </Link>
  )
}
