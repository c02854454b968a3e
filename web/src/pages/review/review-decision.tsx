import { useLingui } from '@lingui/react/macro'
import { IconCheck, IconMessage } from '@tabler/icons-react'
import { Ask } from './ask.tsx'
import styles from './review.module.css'
import type { ReviewPostProps } from './review-post-props.ts'
import { isAsking } from './review-words.ts'

/** The decisions about a post by this link, and the way to make the next. */
export function ReviewDecision(props: ReviewPostProps) {
  const { post } = props
  return (
    <div className={styles.decision}>
      <Said {...props} />
      {isAsking(post) ? <Ask key={post.seen} {...props} /> : <Hindrance {...props} />}
    </div>
  )
}

/** The earlier decisions by this link, newest first. */
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
