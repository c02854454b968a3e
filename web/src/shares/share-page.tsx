import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { accountsQuery } from '../data/accounts.ts'
import { NeedsRole } from '../session/needs-role.tsx'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useMedia } from '../ui/use-media.ts'
import { Waiting } from '../ui/waiting.tsx'
import { AskedShares } from './asked-shares.tsx'
import { hasShares } from './has-shares.ts'
import { listShares, type Share } from './kept-shares.ts'
import { takeShare } from './take-share.ts'

/** Takes what other apps shared into drafts, and opens the latest. */
export function SharePage() {
  const { t } = useLingui()
  return (
    <NeedsRole least="author" title={t`Shared with Crier`} about={t`Something was shared to become a post.`}>
      <Taking />
    </NeedsRole>
  )
}

/** The shares that nobody has opened yet, the oldest first. */
async function readWaiting(): Promise<Share[]> {
  if (!(await hasShares())) return []
  return (await listShares()).filter(({ place }) => place === null)
}

const againMs = 5_000

function Taking() {
  const { t } = useLingui()
  const session = useSession()
  const { kept } = useSearch({ strict: false }) as { kept?: string }
  const waiting = useQuery({ queryKey: ['shares'], staleTime: 0, gcTime: 0, queryFn: readWaiting })
  const accounts = useQuery({
    ...accountsQuery(session),
    // Something that was shared without a network is opened as soon as there is one.
    refetchInterval: ({ state }) => (state.error === null ? false : againMs),
  })
  // The share sheet opens the installed app. A form of any page can lead here too, in a tab, and asks first.
  const isTab = useMedia('(display-mode: browser)')
  const [hasAgreed, setAgreed] = useState(false)
  const isAsking = isTab && !hasAgreed && waiting.data !== undefined && waiting.data.length > 0
  const taking = useTake(isAsking ? undefined : waiting.data, accounts.data, kept !== 'none')
  const isOff = accounts.error !== null && accounts.data === undefined
  return (
    <Page
      title={t`Shared with Crier`}
      {...(isAsking && { lead: t`It becomes a draft that you see first. Nothing is published by itself.` })}
      width="text"
    >
      {kept === 'none' && waiting.data?.length === 0 && <NoRoom />}
      {waiting.error !== null && <Trouble error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {taking.error !== null && <Trouble error={taking.error} onRetry={taking.again} />}
      {isAsking && (
        <AskedShares
          shares={waiting.data}
          onAgree={() => setAgreed(true)}
          onThrownAway={() => void waiting.refetch()}
        />
      )}
      {!isAsking && isOff && (
        <EmptyState
          title={t`What you shared is kept on this device.`}
          actions={<Button variant="default" onClick={() => void accounts.refetch()}>{t`Try again`}</Button>}
        >{t`It opens as a draft as soon as your Crier can be reached, also if you close this page.`}</EmptyState>
      )}
      {!isAsking && !isOff && taking.error === null && kept !== 'none' && <Waiting />}
    </Page>
  )
}

/** Makes drafts of all that waits, and goes to the latest; to a new post where nothing does. */
function useTake(
  waiting: readonly Share[] | undefined,
  accounts: Parameters<typeof takeShare>[2] | undefined,
  mayLeave: boolean,
): { readonly error: unknown; readonly again: () => void } {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const isBegun = useRef(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const isEmpty = waiting?.length === 0
    if (waiting === undefined || accounts === undefined || (isEmpty && !mayLeave)) return
    if (isBegun.current || error !== null) return
    isBegun.current = true
    const take = async () => {
      let draft: string | null = null
      for (const { id } of waiting) draft = (await takeShare(session, id, accounts)) ?? draft
      const lost = waiting.reduce((sum, share) => sum + share.lost, 0)
      if (lost > 0)
        toast({
          text: t`${plural(lost, { one: '# file was', other: '# files were' })} not taken: a share brings 50 at most, and this device needs room for them.`,
          tone: 'bad',
        })
      const others = waiting.length - 1
      if (others > 0)
        toast({
          text: t`${plural(others, { one: '# other thing that you shared is', other: '# other things that you shared are' })} under Drafts.`,
        })
      const search = draft === null ? {} : { draft }
      await navigate({ to: '/posts/new', search: search as never, replace: true })
    }
    take().catch(setError)
  }, [waiting, accounts, mayLeave, session, navigate, t, error])
  const again = () => {
    isBegun.current = false
    setError(null)
  }
  return { error, again }
}

function NoRoom() {
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`This device did not keep what you shared.`}
      actions={<Link to="/posts/new">{t`New post`}</Link>}
    >{t`It may have no room, or Crier was not ready. Share it again, or add it to a new post.`}</EmptyState>
  )
}
