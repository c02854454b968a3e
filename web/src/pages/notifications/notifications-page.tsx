import type { Notification } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { translateServerSentence } from '../../boot/server-sentences.ts'
import { nextCursor } from '../../data/next-cursor.ts'
import { app } from '../../session/clients.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAction } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import styles from './notifications.module.css'

const pageSize = 30

/** The notifications of the person, the newest first. Anything that still needs somebody is listed under Needs you. */
export function NotificationsPage() {
  const { t } = useLingui()
  const { workspace, mode, scope } = useSession()
  const client = useQueryClient()
  const key = [...scope, 'attention', 'notifications']
  const list = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      app.notifications.list(workspace.id, { mode, limit: pageSize, cursor: pageParam }, { signal }),
    getNextPageParam: nextCursor,
  })
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  const unread = list.data?.pages[0]?.unread ?? 0
  const readAll = useAction(async () => {
    const newest = all[0]?.created_at
    await app.notifications.markAllNotificationsRead(workspace.id, {
      mode,
      ...(newest === undefined ? {} : { until: newest }),
    })
    await client.invalidateQueries({ queryKey: key })
  })
  return (
    <Page
      title={t`What you were told of`}
      lead={
        <Trans>
          Kept for 90 days. What still waits for you stands under <Link to="/needs-you">Needs you</Link>.
        </Trans>
      }
      actions={
        <>
          {unread > 0 && (
            <Button variant="default" aria-disabled={readAll.isBusy} onClick={() => void readAll.start()}>
              {t`Mark all as read`}
            </Button>
          )}
          <Link to="/settings/notifications">{t`Choose what you are told of`}</Link>
        </>
      }
      width="text"
    >
      {readAll.error !== null && <Fault error={readAll.error} />}
      {list.error !== null && <Trouble error={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && all.length === 0 && (
        <EmptyState title={t`You were told of nothing yet.`}>
          {t`When a post is not published, waits for approval or loses its account, or a feed stops, it is written down here.`}
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul className={styles.list}>
          {all.map((each) => (
            <li key={each.id}>
              <One notification={each} onRead={() => void client.invalidateQueries({ queryKey: key })} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <p>
          <Button variant="default" onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? t`Reading…` : t`Show older ones`}
          </Button>
        </p>
      )}
    </Page>
  )
}

function One({ notification, onRead }: { readonly notification: Notification; readonly onRead: () => void }) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const format = useTimeFormat()
  const isUnread = notification.read_at === null && notification.resolved_at === null
  const read = async () => {
    if (notification.read_at !== null) return
    // Reading is of no weight: one that stays unread is read the next time.
    const isRead = await app.notifications.markRead(workspace.id, notification.id).catch(() => null)
    if (isRead !== null) onRead()
  }
  const [path = '', hash = ''] = notification.path.split('#')
  const detail = notification.detail_words
    .map((words) => translateServerSentence(words.text, words))
    .join(' ')
  return (
    <Link
      to={path}
      hash={hash}
      className={styles.one}
      data-unread={isUnread || undefined}
      onClick={() => void read()}
    >
      <span className={styles.dot} />
      <span className={styles.title}>
        {isUnread && <span className="hidden-text">{t`Unread:`} </span>}
        {translateServerSentence(notification.title_words.text, notification.title_words)}
      </span>
      <time
        className={styles.when}
        dateTime={notification.created_at}
        title={format.exact(notification.created_at)}
      >
        {format.away(notification.created_at)}
      </time>
      <span className={styles.detail}>{detail}</span>
    </Link>
  )
}
