import type { PostResult } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { NamedAccount } from '../../data/accounts.ts'
import { useTimeFormat } from '../../time/format.ts'
import { webAddress } from '../../ui/web-address.ts'
import { isInDoubt } from './in-doubt.ts'
import styles from './post.module.css'

interface StoryProps {
  readonly result: PostResult
  readonly named: NamedAccount
}

/** Why nobody knows what became of a post, by the reason that the server gives. */
export function ReviewStory({ result, named }: StoryProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const words = useDoubtWords()
  if (isInDoubt(result))
    return (
      <p>
        {words(result, named)} {t`We haven't sent it again, because then it could appear twice.`}
      </p>
    )
  return (
    <p>
      {t`This was due ${format.moment(result.scheduled_at)}, and Crier couldn't send it in time.`}{' '}
      <strong>{t`It was not sent.`}</strong>
    </p>
  )
}

function useDoubtWords(): (result: PostResult, named: NamedAccount) => string {
  const { t } = useLingui()
  const format = useTimeFormat()
  return ({ review, scheduled_at: due, maybe_at_work_since: unanswered }, { handle, network }) => {
    const sent = review?.sent_at ?? unanswered
    if (review?.reason === 'restored')
      return t`This was due ${format.moment(due)} on ${handle}, and the server was put back to an older backup after that. The backup doesn't know whether it was sent. It may be public.`
    if (sent === null) return t`We sent it to ${handle} on ${network} and no answer came. It may be public.`
    if (review?.reason === 'missed_window')
      return t`This was due ${format.moment(due)}. We sent it to ${handle} on ${network} at ${format.exact(sent)} and no answer came. It may be public.`
    return t`We sent it to ${handle} on ${network} at ${format.exact(sent)} and no answer came. It may be public.`
  }
}

/** Helps a person to find the post: its words, its time and the profile on which it would stand. */
export function LookedFor({ result, named: { account, handle, network } }: StoryProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { review } = result
  if (review === null) return null
  const { look_for: begins, look_from: from, look_to: to, looks, found } = review
  const words = begins ?? result.caption.slice(0, 200)
  const profile = webAddress(review.look_at ?? account?.profile_url ?? null)
  return (
    <>
      <p>
        <strong>{t`What to look for:`}</strong>{' '}
        {words === '' ? t`a post without words` : t`a post that begins “${words}”`},{' '}
        {from !== null && to !== null
          ? t`between ${format.time(from)} and ${format.time(to)}`
          : t`from about ${format.moment(result.scheduled_at)}`}
        .{' '}
        {profile !== null && (
          <a href={profile} target="_blank" rel="noopener nofollow ugc">
            {t`Open ${handle}'s profile`}
          </a>
        )}
      </p>
      {looks > 0 && found.length === 0 && (
        <p className={styles.words}>
          {t`${plural(looks, {
            one: "We looked once and didn't find it.",
            other: "We looked # times and didn't find it.",
          })} That isn't proof: ${network} can be slow to show it.`}
        </p>
      )}
    </>
  )
}
