import type { ConnectAttempt, Platform } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { accountsQuery } from '../data/accounts.ts'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { AccountAvatar } from './account-avatar.tsx'
import { attentionQuery } from './account-queries.ts'
import { accountHandle } from './account-words.ts'
import styles from './accounts.module.css'
import { readWaiting } from './waiting-posts.ts'

interface ConnectedPanelProps {
  readonly platform: Platform
  readonly attempt: ConnectAttempt
}

/** The accounts that a sign-in connected, and what one does next. */
export function ConnectedPanel({ platform, attempt }: ConnectedPanelProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: accounts = [] } = useQuery(accountsQuery(useSession()))
  const connected = accounts.filter(({ id }) => attempt.social_accounts.includes(id))
  const account = attempt.social_account_id
  return (
    <section className={card.card} aria-label={t`Connected accounts`}>
      {account !== null && <Freed account={account} />}
      <ul className={card.stack}>
        {connected.map((each) => (
          <li key={each.id} className={styles.head}>
            <AccountAvatar account={each} size={32} />
            <span>
              <Link to="/accounts/$account" params={{ account: each.id }}>
                {each.display_name || each.username}
              </Link>
              <br />
              <span className={card.small}>{t`${accountHandle(each)} on ${platform.name}`}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={card.row}>
        <Button onClick={() => void navigate({ to: '/posts/new' })}>{t`Write a post`}</Button>
        <Button variant="default" onClick={() => void navigate({ to: '/accounts/connect' })}>
          {t`Connect another`}
        </Button>
        <Link to="/accounts">{t`All accounts`}</Link>
      </div>
    </section>
  )
}

/** The posts that waited: they are scheduled again, except those whose time has passed, which need an answer. */
function Freed({ account }: { readonly account: string }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { data } = useQuery(attentionQuery(useSession()))
  const waited = readWaiting(account)
  const missed = (data?.data ?? []).filter(
    ({ kind, social_account_id: id, reason }) =>
      kind === 'review' && id === account && reason === 'missed_window',
  )
  const first = missed[0]
  if (first === undefined) {
    const back = plural(waited ?? 0, {
      0: 'Nothing waited for it.',
      one: '# post is back on schedule.',
      other: '# posts are back on schedule.',
    })
    return <p role="status">{waited === null ? t`What waited for it is back on schedule.` : back}</p>
  }
  const count = Math.max(0, (waited ?? missed.length) - missed.length)
  const back = plural(count, { 0: '', one: '# is back;', other: '# are back;' })
  const late = plural(missed.length, { one: '# missed its time', other: '# missed their time' })
  return (
    <p role="status">
      {back} {late}
      {first.deadline !== null && `, ${format.moment(first.deadline)}`}.{' '}
      {first.post_id !== null && (
        <Link to="/posts/$post" params={{ post: first.post_id }}>
          {t`Decide`}
        </Link>
      )}
    </p>
  )
}
