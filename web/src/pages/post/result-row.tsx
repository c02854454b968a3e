import type { PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type NamedAccount, useNamedAccounts } from '../../data/accounts.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { NetworkMark } from '../../ui/network-mark.tsx'
import { sayFailure } from '../../ui/say-failure.ts'
import { StateMark, toneOf } from '../../ui/state-mark.tsx'
import { webAddress } from '../../ui/web-address.ts'
import { Attempts } from './attempts.tsx'
import { CorrectButton, EditLines } from './correcting.tsx'
import { isLeftOpen } from './in-doubt.ts'
import { PartRows } from './part-rows.tsx'
import styles from './post.module.css'
import { ReconnectButton } from './reconnect-button.tsx'
import { ResultFigures } from './result-figures.tsx'
import { useResultSentence } from './result-sentence.ts'
import { ReviewPanel } from './review-panel.tsx'
import { useCopyForAccount } from './use-copy-for-account.ts'

interface ResultRowProps {
  readonly result: PostResult
  /** The results of the post, this one among them. */
  readonly all: readonly PostResult[]
  /** The words of the post. */
  readonly caption: string
}

/** The outcome on one account, and what one can do about it. */
export function ResultRow({ result, all, caption }: ResultRowProps) {
  const { t } = useLingui()
  const named = useNamedAccounts()(result.social_account_id, result.platform, result.platform_data.username)
  const sentence = useResultSentence()(result, named)
  const [isOpen, setOpen] = useState(false)
  const url = webAddress(result.platform_data.url)
  const state = isLeftOpen(result) ? 'left_open' : result.status
  return (
    <li className={styles.result} data-tone={toneOf(state)}>
      <div className={styles.resultHead}>
        {named.platform !== null && (
          <NetworkMark iconUrl={named.platform.icon_url} name={named.platform.name} size={18} />
        )}
        <strong className={styles.handle}>{named.handle}</strong>
        <span className={styles.sentence}>
          <StateMark state={state} isToldBeside /> {sentence}
        </span>
        <span className={styles.resultActions}>
          {url !== null && (
            <LinkButton variant="subtle" href={url} target="_blank" rel="noopener nofollow ugc">
              {t`Open`}
              <span className="hidden-text"> {named.handle}</span>
            </LinkButton>
          )}
          {isLeftOpen(result) && <ProfileLink named={named} />}
          <ReconnectButton result={result} handle={named.handle} />
          <CorrectButton result={result} all={all} />
          <ResultActions result={result} />
          <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t`Hide details` : t`Details`}
            <span className="hidden-text"> {named.handle}</span>
          </Button>
        </span>
      </div>
      <ResultFigures result={result} all={all} />
      <EditLines result={result} caption={caption} />
      <UnpublishLine result={result} />
      {result.status === 'needs_review' && <ReviewPanel result={result} named={named} />}
      {result.parts.length > 0 && <PartRows result={result} />}
      {isOpen && <Attempts attempts={result.attempts} />}
    </li>
  )
}

/** Leads to where the post would stand, for a person who wants to know after all. */
function ProfileLink({ named: { account, handle } }: { readonly named: NamedAccount }) {
  const { t } = useLingui()
  const profile = webAddress(account?.profile_url ?? null)
  if (profile === null) return null
  return (
    <LinkButton variant="subtle" href={profile} target="_blank" rel="noopener nofollow ugc">
      {t`Open ${handle}'s profile`}
    </LinkButton>
  )
}

/** Trying again, mending a copy, and canceling on this account alone; each says that it happens only once the server has said so. */
function ResultActions({ result }: { readonly result: PostResult }) {
  const { t } = useLingui()
  const { api, scope, workspace } = useSession()
  const client = useQueryClient()
  const acting = useMutation({
    mutationFn: (act: 'retry' | 'cancel') => api.postResults[act](result.id),
    onSettled: () => client.invalidateQueries({ queryKey: [...scope, 'posts'] }),
  })
  const { status, error } = result
  const mayRetry = status === 'failed' && error?.retryable === true && isAtLeast(workspace.role, 'editor')
  const mayMend =
    status === 'failed' &&
    error?.retryable !== true &&
    !isLeftOpen(result) &&
    isAtLeast(workspace.role, 'author')
  const mayCancel = (status === 'pending' || status === 'held') && isAtLeast(workspace.role, 'author')
  return (
    <>
      {mayRetry && (
        <Button variant="default" onClick={() => acting.isPending || acting.mutate('retry')}>
          {acting.isPending ? t`Trying again…` : t`Try again`}
        </Button>
      )}
      {mayMend && <MendCopy result={result} />}
      {mayCancel && (
        <Button variant="default" onClick={() => acting.isPending || acting.mutate('cancel')}>
          {acting.isPending ? t`Canceling…` : t`Cancel here`}
        </Button>
      )}
      {acting.error !== null && <Fault error={acting.error} />}
    </>
  )
}

/** Makes a copy for this account alone, to mend what the network refused: the post may be public on the others. */
function MendCopy({ result }: { readonly result: PostResult }) {
  const { t } = useLingui()
  const copying = useCopyForAccount(result)
  return (
    <>
      <Button variant="default" onClick={() => copying.isPending || copying.mutate()}>
        {copying.isPending ? t`Copying…` : t`Edit a copy`}
      </Button>
      {copying.error !== null && <Fault error={copying.error} />}
    </>
  )
}

/** How far the deletion at the network is, where one was asked for. */
function UnpublishLine({ result: { unpublish } }: { readonly result: PostResult }) {
  const { t } = useLingui()
  if (unpublish === null) return null
  const reason = unpublish.error === null ? '' : sayFailure(unpublish.error)
  return (
    <p className={styles.words}>
      {unpublish.status === 'pending' && t`Being deleted at the network. ${reason}`}
      {unpublish.status === 'done' && t`Deleted at the network.`}
      {unpublish.status === 'failed' && t`Could not be deleted at the network: ${reason}`}
    </p>
  )
}
