import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { accountsQuery, platformsQuery } from '../data/accounts.ts'
import { useWhomToAsk } from '../data/people.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { Page } from '../ui/page.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { Trouble } from '../ui/trouble.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { nextPostsQuery } from './account-queries.ts'
import { AccountTable } from './account-table.tsx'
import { ConnectLinks } from './connect-links.tsx'
import { FindAccount } from './find-account.tsx'
import { groupsOf } from './groups-of.ts'
import { isMeant } from './is-meant.ts'
import { manyAccounts } from './many-accounts.ts'

/** The accounts to which one can publish, and how each does. */
export function AccountsPage() {
  const { t } = useLingui()
  const session = useSession()
  const { workspace, mode } = session
  const navigate = useNavigate()
  const mayConnect = isAtLeast(workspace.role, 'admin')
  const { data: accounts = [] } = useQuery(accountsQuery(session))
  return (
    <Page
      title={t`Accounts`}
      lead={
        mode === 'test'
          ? t`Practice accounts. What is published on them is seen in the sandbox only.`
          : t`The accounts that this workspace publishes to.`
      }
      actions={
        mayConnect &&
        // Where there is none, the button stands in the words about that.
        accounts.length > 0 && (
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/accounts/connect' })}
          >
            {t`Connect account`}
          </Button>
        )
      }
    >
      <Accounts mayConnect={mayConnect} />
      {mayConnect && <ConnectLinks />}
    </Page>
  )
}

function Accounts({ mayConnect }: { readonly mayConnect: boolean }) {
  const { t } = useLingui()
  const session = useSession()
  const { data, error, refetch } = useQuery(accountsQuery(session))
  const { data: platforms = [] } = useQuery(platformsQuery(session))
  const { data: posts } = useQuery(nextPostsQuery(session))
  const [network, setNetwork] = useSearchParam('network')
  const [group, setGroup] = useSearchParam('group')
  const [text, setText] = useState('')
  if (data === undefined)
    return error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <NoAccounts mayConnect={mayConnect} />
  const networks = platforms.filter(({ platform }) => data.some((account) => account.platform === platform))
  const groups = groupsOf(data)
  const shown = data.filter(
    (account) =>
      (network === null || account.platform === network) &&
      (group === null || account.tags.includes(group)) &&
      isMeant(account, text),
  )
  const clear = () => {
    setText('')
    if (network !== null) setNetwork(null)
    if (group !== null) setGroup(null)
  }
  return (
    <>
      <div className={card.row}>
        {data.length > manyAccounts && <FindAccount text={text} onChange={setText} />}
        {(networks.length > 1 || network !== null) && (
          <NativeSelect
            aria-label={t`Network`}
            value={network ?? ''}
            onChange={(event) => setNetwork(event.currentTarget.value || null)}
            data={[
              { value: '', label: t`All networks (${data.length})` },
              ...networks.map(({ platform, name }) => ({ value: platform, label: name })),
            ]}
          />
        )}
        {(groups.length > 0 || group !== null) && (
          <NativeSelect
            aria-label={t`Group`}
            value={group ?? ''}
            onChange={(event) => setGroup(event.currentTarget.value || null)}
            data={[
              { value: '', label: t`All groups` },
              ...groups.map((name) => ({ value: name, label: name })),
            ]}
          />
        )}
      </div>
      {shown.length === 0 && (
        <EmptyState
          title={t`No accounts match.`}
          actions={<Button onClick={clear}>{t`Clear the filter`}</Button>}
        >
          {t`${data.length} are hidden by your filter.`}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <AccountTable accounts={shown} platforms={platforms} posts={posts} mayConnect={mayConnect} />
      )}
    </>
  )
}

function NoAccounts({ mayConnect }: { readonly mayConnect: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const who = useWhomToAsk(!mayConnect)
  return (
    <EmptyState
      title={t`No accounts yet.`}
      actions={
        mayConnect && (
          <Button onClick={() => void navigate({ to: '/accounts/connect' })}>{t`Connect account`}</Button>
        )
      }
    >
      {mayConnect
        ? t`Connect one, and everything that you plan can go out there.`
        : t`Ask ${who} to connect one.`}
    </EmptyState>
  )
}
