import type { Feed, FeedItem } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useTimeFormat } from '../time/format.ts'
import type { PostState } from '../ui/state-mark.tsx'
import type { Outcome } from './feed-queries.ts'

/** A reason as the server gives it. */
type Note = FeedItem['notes'][number]

/** A reason in the language of the viewer. */
export function sayNote(note: Note): string {
  return translateServerSentence(note.detail, note)
}

/** Words about feeds and their items. */
export function useFeedWords() {
  const { t } = useLingui()
  const format = useTimeFormat()
  const statuses: Readonly<Record<Feed['status'], string>> = {
    active: t`On`,
    paused: t`Paused`,
    failing: t`Failing`,
    stopped: t`Stopped`,
  }
  const outcomes: Readonly<Record<Outcome, string>> = {
    seen: t`Was there before`,
    old: t`Old`,
    waiting: t`Waits for you`,
    due: t`Becomes a post…`,
    posted: t`Posted`,
    skipped: t`Skipped`,
    failed: t`No post`,
  }
  const actions: Readonly<Record<Feed['action'], string>> = {
    draft: t`Becomes a draft`,
    queue: t`Goes into the queue`,
    publish: t`Goes out at once`,
  }
  const looks = ({ last_look_at: last, next_look_at: next }: Feed): string => {
    const before = last === null ? '' : t`Looked at ${format.moment(last)}.`
    return next === null ? before : `${before} ${t`The next look: ${format.moment(next)}.`}`.trim()
  }
  const waiting = ({ waiting: count }: Feed): string =>
    count === 0 ? '' : plural(count, { one: '# item waits for you', other: '# items wait for you' })
  return { statuses, outcomes, actions, looks, waiting }
}

/** How the state of a feed is painted. */
export const feedLook: Readonly<Record<Feed['status'], PostState>> = {
  active: 'published',
  paused: 'canceled',
  failing: 'failed',
  stopped: 'held',
}

/** How the outcome of an item is painted. */
export const outcomeLook: Readonly<Record<Outcome, PostState>> = {
  seen: 'canceled',
  old: 'canceled',
  waiting: 'held',
  due: 'processing',
  posted: 'published',
  skipped: 'canceled',
  failed: 'failed',
}
