import type { Attention } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconSettings } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { useNamedAccounts, usePlatformsByName } from '../../data/accounts.ts'
import { ShareButton } from '../../review-links/share-button.tsx'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { useMinute } from '../../time/use-minute.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Items } from './items.tsx'
import { KindChoice, useKind } from './kind-choice.tsx'
import styles from './needs-you.module.css'
import { RetryAll } from './retry-all.tsx'

const atOnce = 50
/** The most of each kind that the server lists. */
const mostAtOnce = 500
const RoutedButton = createLink(LinkButton)

/** Everything that waits for a person, the soonest deadline first. It can be emptied. */
export function NeedsYouPage() {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const [limit, setLimit] = useState(atOnce)
  const [kind, setKind] = useKind()
  const { data, error, refetch } = useQuery({
    queryKey: [...scope, 'attention', 'list', limit, kind],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.attention.get({ limit, ...(kind === null ? {} : { kind: [kind] }) }, { signal }),
  })
  const there = data === undefined ? 0 : kind === null ? data.total : data.counts[kind]
  return (
    <Page
      title={t`Needs you`}
      width="text"
      actions={
        <RoutedButton
          to="/settings/notifications"
          className={styles.settings}
          variant="subtle"
          color="gray"
          leftSection={<IconSettings size={18} stroke={1.75} aria-hidden="true" />}
        >
          {t`Notifications`}
        </RoutedButton>
      }
    >
      {data === undefined &&
        (error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />)}
      {data !== undefined && <Stops stops={data.stops} />}
      {data !== undefined && data.total === 0 && <Nothing />}
      {data !== undefined && <KindChoice counts={data.counts} chosen={kind} onChoose={setKind} />}
      {data !== undefined && data.total > 0 && there === 0 && (
        <p className={styles.none}>{t`Nothing of this kind needs you any more.`}</p>
      )}
      {data !== undefined && kind === 'failed' && <RetryAll items={data.data} />}
      {data !== undefined && data.counts.approval > 0 && (kind === null || kind === 'approval') && (
        <div className={styles.share}>
          <ShareButton />
        </div>
      )}
      {data !== undefined && <Items items={data.data} />}
      {data !== undefined && there > data.data.length && (
        <More
          there={there}
          canShow={limit < mostAtOnce}
          onShow={() => setLimit(Math.min(limit * 2, mostAtOnce))}
        />
      )}
    </Page>
  )
}

interface MoreProps {
  readonly there: number
  readonly canShow: boolean
  readonly onShow: () => void
}

/** The way to those that are not shown. */
function More({ there, canShow, onShow }: MoreProps) {
  const { t } = useLingui()
  return canShow ? (
    <Button variant="default" onClick={onShow}>
      {t`Show more of ${there}`}
    </Button>
  ) : (
    <p className={styles.none}>{t`There are ${there}. The others come once some of these are done.`}</p>
  )
}

/** Nothing needs anybody: the page says what comes next. */
function Nothing() {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const format = useTimeFormat()
  const { data } = useQuery({
    queryKey: [...scope, 'posts', 'very-next'],
    queryFn: ({ signal }) =>
      api.posts.list({ status: 'scheduled', order: 'scheduled_at', limit: 1 }, { signal }).page(),
  })
  const now = useMinute()
  const at = data?.data[0]?.scheduled_at
  const isLate = at && Date.parse(at) <= now
  return (
    <EmptyState title={t`Nothing needs you.`}>
      {!at
        ? t`No post is planned.`
        : isLate
          ? t`A post was due ${format.moment(at)} and goes out as soon as it can.`
          : t`The next post goes out ${format.moment(at)}.`}
    </EmptyState>
  )
}

/** Why nothing goes out at all, or nothing on one network or from the queue. */
function Stops({ stops }: { readonly stops: Attention['stops'] }) {
  const wordsOf = useStopWords()
  if (stops.length === 0) return null
  return (
    <ul className={styles.stops}>
      {stops.map((stop) => {
        const { kind, platform, social_account_id: account, since } = stop
        return <li key={`${kind} ${platform} ${account} ${since}`}>{wordsOf(stop)}</li>
      })}
    </ul>
  )
}

function useStopWords(): (stop: Attention['stops'][number]) => string {
  const { t } = useLingui()
  const named = useNamedAccounts()
  const platforms = usePlatformsByName()
  return ({ kind, platform, social_account_id: account }) => {
    switch (kind) {
      case 'guard':
        return t`Nothing is published: this server may be a copy of another one. Its operator must say that it may publish.`
      case 'pause': {
        if (platform === null) return t`The operator paused publishing. Posts wait.`
        const network = platforms.get(platform)?.name ?? platform
        return t`The operator paused publishing on ${network}. Posts for it wait.`
      }
      case 'queue_pause': {
        if (account === null)
          return t`The queue is paused. Planned posts keep their times; new ones get no slots.`
        const { handle } = named(account)
        return t`The queue of ${handle} is paused. Planned posts keep their times; new ones get no slots.`
      }
    }
  }
}
