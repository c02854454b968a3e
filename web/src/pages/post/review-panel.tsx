import type { PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { NamedAccount } from '../../data/accounts.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { isInDoubt } from './in-doubt.ts'
import styles from './post.module.css'
import { DoubtAnswers, MissedAnswers } from './review-answers.tsx'
import { ReviewFound } from './review-found.tsx'
import { LookedFor, ReviewStory } from './review-story.tsx'

interface ReviewPanelProps {
  readonly result: PostResult
  readonly named: NamedAccount
}

/** The one question that only a person can answer. No answer is chosen beforehand, and none is called safe that is not. */
export function ReviewPanel({ result, named }: ReviewPanelProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const titleId = useId()
  const doubt = isInDoubt(result)
  const mayAnswer = isAtLeast(workspace.role, 'editor')
  const found = result.review?.found ?? []
  return (
    <section className={styles.review} data-asks={mayAnswer || undefined} aria-labelledby={titleId}>
      <h3 id={titleId}>{doubt ? t`Is this post already live?` : t`This post missed its time.`}</h3>
      <ReviewStory result={result} named={named} />
      {doubt && <LookedFor result={result} named={named} />}
      {found.length > 0 && <ReviewFound result={result} mayAnswer={mayAnswer} />}
      {!mayAnswer && <p className={styles.words}>{t`Editors and admins can answer this.`}</p>}
      {mayAnswer &&
        (doubt ? <DoubtAnswers result={result} /> : <MissedAnswers result={result} named={named} />)}
    </section>
  )
}
