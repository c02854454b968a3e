import { ApiError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconCheck, IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/form.tsx'
import { sayThrown } from '../../ui/say-problem.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import styles from './review.module.css'
import { keepReviewer } from './review-link.ts'
import type { ReviewPostProps } from './review-post.tsx'
import { isAsking } from './review-words.ts'

/** What was said to a post by this link, and the way to say something. */
export function ReviewDecision(props: ReviewPostProps) {
  const { post } = props
  return (
    <div className={styles.decision}>
      <Said {...props} />
      {isAsking(post) ? <Ask key={post.seen} {...props} /> : <Hindrance {...props} />}
    </div>
  )
}

/** What was decided by this link before, newest first. */
function Said({ post: { decisions, state }, format }: ReviewPostProps) {
  const { t } = useLingui()
  const [latest] = decisions
  if (latest === undefined) return null
  const isOld = !latest.is_current && state === 'waiting'
  return (
    <>
      {isOld && (
        <p className={styles.changed}>
          {latest.decision === 'approved'
            ? t`It was changed since you approved it, so it needs you again.`
            : t`It was changed since you asked for it. Please look again.`}
        </p>
      )}
      <ul className={styles.said}>
        {decisions.slice(0, 3).map(({ decision, typed_name: who, comment, decided_at: at }) => (
          <li key={at} data-decision={decision}>
            {decision === 'approved' ? (
              <IconCheck size={16} stroke={2} aria-hidden="true" />
            ) : (
              <IconMessage size={16} stroke={1.75} aria-hidden="true" />
            )}
            <div>
              <p>
                {decision === 'approved' ? t`${who} approved it` : t`${who} asked for changes`}{' '}
                <time className={styles.small} dateTime={at}>
                  {format.moment(at)}
                </time>
              </p>
              {comment !== null && (
                <blockquote className={styles.quote} dir="auto">
                  {comment}
                </blockquote>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why nothing can be decided about a post that waits. */
function Hindrance({ post: { state, cannot } }: ReviewPostProps) {
  const { t } = useLingui()
  if (state === 'returned') return <p className={styles.soft}>{t`The team is working on it.`}</p>
  if (state === 'draft') return <p className={styles.soft}>{t`The team has not asked for your word yet.`}</p>
  if (state !== 'waiting') return null
  if (cannot === 'same_person')
    return (
      <p className={styles.soft}>
        {t`You cannot approve it by this link: its sender asked for the approval, and the team wants two people. Ask for a link from somebody else.`}
      </p>
    )
  return <p className={styles.soft}>{t`By this link you can look at it, and not decide.`}</p>
}

type Step = 'choose' | 'approve' | 'return'

function Ask({ post, secret, name, onName, onChanged }: ReviewPostProps) {
  const { t } = useLingui()
  const [step, setStep] = useState<Step>('choose')
  const [typed, setTyped] = useState(name)
  const [comment, setComment] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const why = useRefusalWords()
  const isLate = post.cannot === 'late'
  const act = useAction(async (what: 'approve' | 'return', who: string) => {
    const decision = { token: secret, ref: post.ref, seen: post.seen, name: who }
    setRefusal(null)
    try {
      if (what === 'approve') await app.approveInReview(decision)
      else await app.returnInReview({ ...decision, comment })
      keepReviewer(who)
      onName(who)
    } catch (error) {
      setRefusal(why(error))
      // Another one may have been quicker, or the post is another one now: the page shows what stands.
      if (!(error instanceof ApiError) || error.status === 422) return
    }
    await onChanged()
  })
  const who = typed.trim()
  const isReady = who !== '' && (step !== 'return' || comment.trim() !== '')
  const begin = (next: 'approve' | 'return') => {
    if (next === 'approve' && name !== '') return void act.start('approve', name)
    setTyped(name)
    setStep(next)
  }
  const words = {
    approve: post.at === null ? t`Approve and publish now` : t`Approve`,
    return: t`Ask for changes`,
  }
  return (
    <div className={styles.ask}>
      {isLate && (
        <p className={styles.changed}>
          {t`Its time has passed, so it was not published and cannot be approved. The team has to choose another time.`}
        </p>
      )}
      {post.at === null && <p className={styles.soft}>{t`It goes out as soon as you approve it.`}</p>}
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      {step === 'choose' ? (
        <div className={styles.buttons}>
          {!isLate && (
            <Button
              leftSection={<IconCheck size={18} stroke={2} aria-hidden="true" />}
              aria-disabled={act.isBusy}
              onClick={() => begin('approve')}
            >
              {act.isBusy ? t`One moment…` : words.approve}
            </Button>
          )}
          <Button variant="default" onClick={() => begin('return')}>
            {words.return}…
          </Button>
        </div>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) void act.start(step, who)
          }}
        >
          {step === 'return' && (
            <Textarea
              label={t`What should change?`}
              rows={3}
              maxLength={2_000}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
              autoFocus
            />
          )}
          <TextInput
            label={t`Your name`}
            description={t`The team sees it with your decision.`}
            maxLength={80}
            autoComplete="name"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoFocus={step === 'approve'}
          />
          <div className={styles.buttons}>
            <Button type="submit" aria-disabled={act.isBusy || !isReady}>
              {act.isBusy ? t`One moment…` : step === 'return' ? t`Send to the team` : words.approve}
            </Button>
            <Button variant="subtle" onClick={() => setStep('choose')}>
              {t`Back`}
            </Button>
          </div>
        </form>
      )}
      {step === 'choose' && name !== '' && (
        <p className={styles.small}>
          {t`You decide as ${name}.`}{' '}
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              onName('')
              setTyped(name)
              setStep('approve')
            }}
          >
            {t`Another name`}
          </button>
        </p>
      )}
    </div>
  )
}

/** Words for a client about what was refused. */
function useRefusalWords(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    const code = error instanceof ApiError ? error.code : null
    switch (code) {
      case 'not_waiting':
        return t`Somebody else decided a moment ago. You see what stands now.`
      case 'version_changed':
        return t`It was changed while you looked at it. You see it as it is now: please decide again.`
      case 'scheduled_at_in_past':
        return t`Its time has passed meanwhile, so nothing was published. The team has to choose another time.`
      case 'review_looks_only':
        return t`This link decides nothing any more. Ask the team for another one.`
      default:
        return sayThrown(error)
    }
  }
}
