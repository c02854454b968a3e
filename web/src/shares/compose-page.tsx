import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { keepAsNew } from '../composer/drafts/keep-as-new.ts'
import { freshContent } from '../composer/fresh-content.ts'
import { accountsQuery } from '../data/accounts.ts'
import { NeedsRole } from '../session/needs-role.tsx'
import { useSession } from '../session/session.ts'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { broughtWords, forgetBroughtWords } from './brought-words.ts'
import { captionOf, isCut } from './caption-of.ts'
import { useIsSeen } from './use-is-seen.ts'

/** Makes a draft of the words that a link brings, and opens it. Nothing is published. */
export function ComposePage() {
  const { t } = useLingui()
  return (
    <NeedsRole least="author" title={t`New post`} about={t`A link brought words for a post.`}>
      <Compose />
    </NeedsRole>
  )
}

function Compose() {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(accountsQuery(session))
  const isSeen = useIsSeen()
  const isBegun = useRef(false)
  useEffect(() => {
    if (data === undefined || !isSeen || isBegun.current) return
    isBegun.current = true
    const words = broughtWords()
    const caption = captionOf(words)
    const open = async () => {
      const accounts = new Map(data.map((account) => [account.id, account]))
      // A draft of its own: one that somebody is writing stays as it is.
      const draft = await keepAsNew(session, { ...freshContent(session, accounts), caption })
      forgetBroughtWords()
      if (isCut(words)) toast({ text: t`The text was too long, so its end was left out.`, tone: 'bad' })
      return navigate({ to: '/posts/new', search: { draft } as never, replace: true })
    }
    if (caption === '') void navigate({ to: '/posts/new', replace: true })
    else void open()
  }, [data, isSeen, session, navigate, t])
  return (
    <Page title={t`New post`}>
      {error !== null && data === undefined ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}
