import type { Platform, Post, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTimeFormat } from '../time/format.ts'
import { NetworkMark } from '../ui/network-mark.tsx'
import { type PostState, StateMark } from '../ui/state-mark.tsx'
import { AccountAvatar } from './account-avatar.tsx'
import { useNeed, useNextPost } from './account-queries.ts'
import styles from './account-table.module.css'
import { accountHandle, tightestRate, useAccountWords } from './account-words.ts'
import { ReconnectLink } from './reconnect-link.tsx'

interface AccountTableProps {
  readonly accounts: readonly SocialAccount[]
  readonly platforms: readonly Platform[]
  readonly posts: readonly Post[] | undefined
  readonly mayConnect: boolean
}

/** The accounts one below the other: how each does, what it may still post, and what goes out next. */
export function AccountTable({ accounts, platforms, ...rest }: AccountTableProps) {
  const { t } = useLingui()
  return (
    <table className={styles.table}>
      <caption className="hidden-text">{t`Accounts`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Account`}</th>
          <th scope="col">{t`Health`}</th>
          <th scope="col">{t`Posts left`}</th>
          <th scope="col">{t`Next post`}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            platform={platforms.find(({ platform }) => platform === account.platform)}
            {...rest}
          />
        ))}
      </tbody>
    </table>
  )
}

interface AccountRowProps extends Pick<AccountTableProps, 'posts' | 'mayConnect'> {
  readonly account: SocialAccount
  readonly platform: Platform | undefined
}

function AccountRow({ account, platform, posts, mayConnect }: AccountRowProps) {
  const network = platform?.name ?? account.platform
  return (
    <tr data-needs={account.status !== 'active' || undefined}>
      <th scope="row">
        <span className={styles.who}>
          <AccountAvatar account={account} />
          <span className={styles.names}>
            <Link to="/accounts/$account" params={{ account: account.id }} className={styles.name}>
              {account.display_name || account.username}
            </Link>
            <span className={styles.user}>
              <span>{accountHandle(account)}</span>
              {platform !== undefined && (
                <NetworkMark iconUrl={platform.icon_url} name={network} hasName size={14} />
              )}
            </span>
          </span>
        </span>
      </th>
      {account.status === 'active' ? (
        <Figures account={account} network={network} posts={posts} />
      ) : (
        <Need account={account} network={network} mayConnect={mayConnect} />
      )}
      <td className={styles.chevron}>
        <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
      </td>
    </tr>
  )
}

interface CellsProps {
  readonly account: SocialAccount
  readonly network: string
}

/** The cells of an account that needs nobody. */
function Figures({ account, network, posts }: CellsProps & Pick<AccountTableProps, 'posts'>) {
  const { t } = useLingui()
  const words = useAccountWords()
  const format = useTimeFormat()
  const rate = tightestRate(account)
  const next = useNextPost(posts, account.id)?.scheduled_at
  return (
    <>
      <td>
        <StateMark state="published" words={words.health(account, network)} />
      </td>
      <td data-label={t`Posts left`}>{rate === null ? null : words.left(rate)}</td>
      <td data-label={t`Next post`}>{next && <time dateTime={next}>{format.moment(next)}</time>}</td>
    </>
  )
}

const marks: Readonly<Record<SocialAccount['status'], PostState>> = {
  active: 'published',
  needs_reconnect: 'held',
  blocked: 'failed',
  disabled: 'canceled',
}

/** The sentence about an account that somebody must see to, with what helps. */
function Need({ account, network, mayConnect }: CellsProps & { readonly mayConnect: boolean }) {
  const words = useAccountWords()
  const need = useNeed(account.id)
  return (
    <td colSpan={3} className={styles.need}>
      <span className={styles.needs}>
        <StateMark
          state={marks[account.status]}
          words={`${words.health(account, network)} ${words.waiting(need)}`.trim()}
        />
        {mayConnect && account.status === 'needs_reconnect' && (
          <ReconnectLink account={account} variant="default" />
        )}
      </span>
    </td>
  )
}
