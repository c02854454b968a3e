import type { PostResult, ResolvePostResultInput } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { NamedAccount } from '../../data/accounts.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { webAddress } from '../../ui/web-address.ts'
import styles from './post.module.css'

type Outcome = ResolvePostResultInput['outcome']

interface ReviewPanelProps {
  readonly result: PostResult
  readonly named: NamedAccount
}

/** The one question that only a person can answer. No answer is chosen beforehand, and none is called safe that is not. */
export function ReviewPanel({ result, named }: ReviewPanelProps) {
  const { t } = useLingui()
  const titleId = useId()
  const { review } = result
  const wasSent = review?.sent_at !== null
  return (
    <section className={styles.review} aria-labelledby={titleId}>
      <h3 id={titleId}>{wasSent ? t`Is this post already live?` : t`This post missed its time.`}</h3>
      <Story result={result} named={named} />
      {review !== null && review.found.length > 0 && <Found found={review.found} />}
      <Answers result={result} wasSent={wasSent} />
    </section>
  )
}

function Story({ result, named: { handle, network } }: ReviewPanelProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { review } = result
  if (review === null) return null
  const {
    reason,
    sent_at: sent,
    look_for: words,
    look_from: from,
    look_to: to,
    look_at: profile,
    looks,
  } = review
  if (sent === null)
    return (
      <p>
        {t`This was due ${format.moment(result.scheduled_at)}, and it was not sent then.`}{' '}
        {reason === 'restored'
          ? t`The server was restored from a backup meanwhile.`
          : t`Crier wasn't running.`}{' '}
        <strong>{t`It was not sent.`}</strong>
      </p>
    )
  return (
    <>
      <p>
        {t`We sent it to ${handle} on ${network} at ${format.exact(sent)} and no answer came. It may be public. We haven't sent it again, because then it could appear twice.`}
      </p>
      <p>
        <strong>{t`What to look for:`}</strong>{' '}
        {words !== null && words !== '' ? t`a post that begins “${words}”` : t`a post without words`}
        {from !== null && to !== null && <>, {t`between ${format.time(from)} and ${format.time(to)}`}</>}.{' '}
        {webAddress(profile) !== null && (
          <a href={profile ?? ''} target="_blank" rel="noopener nofollow ugc">
            {t`Open ${handle}'s profile`}
          </a>
        )}
      </p>
      {looks > 0 && review.found.length === 0 && (
        <p className={styles.words}>
          {t`We looked ${looks} times and didn't find it. That isn't proof: ${network} can be slow to show it.`}
        </p>
      )}
    </>
  )
}

function Found({ found }: { readonly found: NonNullable<PostResult['review']>['found'] }) {
  const { t } = useLingui()
  return (
    <div>
      <p>{t`We found ${found.length} posts like this one:`}</p>
      <ul className={styles.found}>
        {found.map(({ id, url }) => (
          <li key={id}>
            {webAddress(url) === null ? (
              <code>{url ?? id}</code>
            ) : (
              <a href={url ?? ''} target="_blank" rel="noopener nofollow ugc">
                {url}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Answers({ result, wasSent }: { readonly result: PostResult; readonly wasSent: boolean }) {
  const { t } = useLingui()
  const name = useId()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [url, setUrl] = useState('')
  const resolving = useResolve(result)
  const only = result.review?.found.length === 1 ? result.review.found[0]?.url : undefined
  const words = useActWords(wasSent)
  const choose = (each: Outcome) => () => {
    setOutcome(each)
    if (each === 'published' && url === '' && only) setUrl(only)
  }
  return (
    <form
      className={styles.answers}
      onSubmit={(event) => {
        event.preventDefault()
        if (outcome !== null) resolving.mutate({ outcome, ...(url === '' ? {} : { url }) })
      }}
    >
      <Choice
        name={name}
        isChosen={outcome === 'published'}
        onChoose={choose('published')}
        label={t`Yes, it's there`}
      >
        <TextInput
          label={t`Its link, if you like`}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          placeholder="https://"
        />
      </Choice>
      <Choice
        name={name}
        isChosen={outcome === 'not_published'}
        onChoose={choose('not_published')}
        label={wasSent ? t`No, it isn't there` : t`Send it now`}
      >
        {wasSent && <p>{t`If it is there after all, it will appear twice.`}</p>}
      </Choice>
      <Choice
        name={name}
        isChosen={outcome === 'discard'}
        onChoose={choose('discard')}
        label={wasSent ? t`Leave it` : t`Don't send it`}
      >
        {wasSent && <p>{t`We close it and note that it may be public.`}</p>}
      </Choice>
      {resolving.error !== null && <Fault error={resolving.error} />}
      <div>
        <Button type="submit" aria-disabled={resolving.isPending}>
          {resolving.isPending
            ? t`Noting it…`
            : outcome === null
              ? t`Choose an answer first`
              : words[outcome]}
        </Button>
      </div>
    </form>
  )
}

function useActWords(wasSent: boolean): Readonly<Record<Outcome, string>> {
  const { t } = useLingui()
  return {
    published: t`Mark as published`,
    not_published: t`Send it now`,
    discard: wasSent ? t`Don't send` : t`Close it`,
  }
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Choice({ name, label, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <label>
        <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
        {label}
      </label>
      {isChosen && <div className={styles.consequence}>{children}</div>}
    </div>
  )
}

function useResolve(result: PostResult) {
  const { api, scope } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ResolvePostResultInput) => api.postResults.resolve(result.id, body),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...scope, 'posts'] }),
        client.invalidateQueries({ queryKey: [...scope, 'attention'] }),
      ]),
  })
}
