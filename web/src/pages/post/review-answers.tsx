import type { PostResult, ResolvePostResultInput } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { NamedAccount } from '../../data/accounts.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './post.module.css'
import { useCopyForAccount } from './use-copy-for-account.ts'
import { useResolve } from './use-resolve.ts'

type Outcome = ResolvePostResultInput['outcome']

/** The answers about a post that may be public. Each says what follows before it is given. */
export function DoubtAnswers({ result }: { readonly result: PostResult }) {
  const { t } = useLingui()
  const name = useId()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [url, setUrl] = useState('')
  const resolving = useResolve(result)
  const only = result.review?.found.length === 1 ? result.review.found[0]?.url : undefined
  const choose = (each: Outcome) => () => {
    setOutcome(each)
    if (each === 'published' && url === '' && only) setUrl(only)
  }
  const choiceOf = (each: Outcome) => ({ name, isChosen: outcome === each, onChoose: choose(each) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (outcome === null) event.currentTarget.querySelector('input')?.focus()
    else if (!resolving.isPending) resolving.mutate({ outcome, ...(url === '' ? {} : { url }) })
  }
  const words: Readonly<Record<Outcome, string>> = {
    published: t`Mark as published`,
    not_published: t`Send it now`,
    discard: t`Don't send`,
  }
  return (
    <form className={styles.answers} onSubmit={submit}>
      <Choice {...choiceOf('published')} label={t`Yes, it's there`}>
        <TextInput
          label={t`Its link, if you like`}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          placeholder="https://"
        />
      </Choice>
      <Choice {...choiceOf('not_published')} label={t`No, it isn't there`}>
        <p>{t`If it is there after all, it will appear twice.`}</p>
      </Choice>
      <Choice {...choiceOf('discard')} label={t`Leave it`}>
        <p>{t`We close it and note that it may be public.`}</p>
      </Choice>
      {resolving.error !== null && <Fault error={resolving.error} />}
      <div>
        <Button
          type="submit"
          variant={outcome === null ? 'default' : 'filled'}
          aria-disabled={resolving.isPending}
        >
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

interface MissedAnswersProps {
  readonly result: PostResult
  readonly named: NamedAccount
}

/** The ways on for a post that was never sent. None of them can make it appear twice, so each is one press. */
export function MissedAnswers({ result, named: { handle } }: MissedAnswersProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const resolving = useResolve(result)
  // The server moves no post that has begun, so another time is one of a copy.
  const copying = useCopyForAccount(result, () => api.postResults.resolve(result.id, { outcome: 'discard' }))
  const isBusy = resolving.isPending || copying.isPending
  const answer = (outcome: Outcome) => () => isBusy || resolving.mutate({ outcome })
  const asked = resolving.isPending ? resolving.variables.outcome : null
  const error = resolving.error ?? copying.error
  return (
    <>
      <div className={styles.ways}>
        <Button aria-disabled={isBusy} onClick={answer('not_published')}>
          {asked === 'not_published' ? t`Noting it…` : t`Send it now`}
        </Button>
        <Button variant="default" aria-disabled={isBusy} onClick={() => isBusy || copying.mutate()}>
          {copying.isPending ? t`Copying…` : t`Pick a new time`}
        </Button>
        <Button variant="default" aria-disabled={isBusy} onClick={answer('discard')}>
          {asked === 'discard' ? t`Noting it…` : t`Don't send`}
        </Button>
      </div>
      <p className={styles.quiet}>
        {t`For a new time, a copy for ${handle} opens as a draft, and this one is closed.`}
      </p>
      {error !== null && <Fault error={error} />}
    </>
  )
}
