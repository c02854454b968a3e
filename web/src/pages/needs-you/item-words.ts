import type { AttentionItem } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { translateServerSentence } from '../../boot/server-sentences.ts'
import { useNamedAccounts } from '../../data/accounts.ts'
import { useMemberName } from '../../data/member-names.ts'
import { useTimeFormat } from '../../time/format.ts'
import { useMinute } from '../../time/use-minute.ts'
import { sayFailure } from '../../ui/say-failure.ts'

/** A thing that needs a person, in words: what it is, until when, and the one thing to do. */
export interface ItemWords {
  readonly sentence: string
  readonly detail: string | null
  readonly deadline: string | null
  /** The button. */
  readonly act: string
  /** The page on which one does it. */
  readonly path: string
  /** The post that the item is about, as it is shown beside the list; null where another page has it. */
  readonly post: string | null
  /** The result that the button tries again at once; null where the button leads to the page. */
  readonly retries: string | null
}

/** Puts things that need a person into words. */
export function useItemWords(): (item: AttentionItem) => ItemWords {
  const ofPost = usePostWords()
  const ofPlace = usePlaceWords()
  return (item) => {
    const { kind } = item
    return kind === 'account' ||
      kind === 'recurrence' ||
      kind === 'endpoint' ||
      kind === 'feed' ||
      kind === 'limit'
      ? ofPlace({ ...item, kind })
      : ofPost({ ...item, kind })
  }
}

type OfPlace = AttentionItem & { readonly kind: 'account' | 'recurrence' | 'endpoint' | 'feed' | 'limit' }
type OfPost = AttentionItem & { readonly kind: Exclude<AttentionItem['kind'], OfPlace['kind']> }

/** Posts and their results. */
function usePostWords(): (item: OfPost) => ItemWords {
  const { t } = useLingui()
  const format = useTimeFormat()
  const named = useNamedAccounts()
  const now = useMinute()
  const nameOf = useMemberName()
  const reviewDetail = useReviewDetail()
  return (item) => {
    const { deadline, text, post_id: post, message } = item
    const { handle, network } = named(
      item.social_account_id ?? '',
      item.platform ?? undefined,
      item.username ?? undefined,
    )
    const quoted = text === null || text === '' ? t`a post without words` : t`“${text}”`
    const who = nameOf(item.by) ?? t`Somebody`
    const by = deadline === null ? null : format.moment(deadline)
    const detail = message === null ? null : sayFailure({ message, code: item.reason ?? '' })
    const shared = { detail, deadline: by, path: `/posts/${post}`, post, retries: null }
    switch (item.kind) {
      case 'review':
        return {
          ...shared,
          sentence:
            item.reason === 'missed_window'
              ? t`${quoted} missed its time on ${handle}`
              : t`Is ${quoted} live on ${handle}?`,
          detail: reviewDetail(item.reason, network),
          deadline: by === null ? null : t`since ${by}`,
          act: t`Answer`,
        }
      case 'approval':
        return {
          ...shared,
          sentence: t`${who} asks for approval of ${quoted}`,
          deadline: by === null ? null : isPast(deadline, now) ? t`was due ${by}` : t`goes out ${by}`,
          act: t`Look at it`,
        }
      case 'failed':
        return {
          ...shared,
          sentence: t`${quoted} was not published on ${handle}`,
          act: item.retryable ? t`Try again` : t`See why`,
          retries: item.retryable === true ? item.post_result_id : null,
        }
      case 'edit':
        return {
          ...shared,
          sentence: t`The text was not corrected to ${quoted} on ${handle}`,
          act: t`See why`,
        }
      case 'returned':
        return {
          ...shared,
          sentence: item.by === null ? t`A client sent ${quoted} back` : t`${who} sent ${quoted} back`,
          act: t`Change it`,
          path: `/posts/${post}/edit`,
          post: null,
        }
    }
  }
}

/** Accounts, recurrences, webhook endpoints and feeds. */
function usePlaceWords(): (item: OfPlace) => ItemWords {
  const { t } = useLingui()
  const format = useTimeFormat()
  const named = useNamedAccounts()
  const now = useMinute()
  const endpointDetail = useEndpointDetail()
  return (item) => {
    const { deadline, username, message, text, url, waiting, remaining, of } = item
    const account = named(item.social_account_id ?? '', item.platform ?? undefined, username ?? undefined)
    const { handle, network } = account
    const by = deadline === null ? null : format.moment(deadline)
    const next = by === null ? null : isPast(deadline, now) ? t`was due ${by}` : t`the next: ${by}`
    const shared = { path: `/accounts/${item.social_account_id}`, post: null, retries: null }
    switch (item.kind) {
      case 'account':
        return {
          ...shared,
          sentence: t`Reconnect ${handle} on ${network}`,
          detail: waiting
            ? t`${plural(waiting, { one: '# post waits', other: '# posts wait' })} for it.`
            : message && translateServerSentence(message),
          deadline: isPast(deadline, now) && (waiting ?? 0) > 1 ? t`the first was due ${by ?? ''}` : next,
          act: t`Reconnect`,
        }
      case 'recurrence':
        return {
          ...shared,
          sentence: text ? t`“${text}” can't be repeated` : t`A post without words can't be repeated`,
          detail: message && translateServerSentence(message),
          deadline: next,
          act: t`Look at it`,
          path: `/recurrences#${item.recurrence_id}`,
        }
      case 'endpoint':
        return {
          ...shared,
          sentence: t`Webhooks to ${url ?? ''} are switched off`,
          detail: endpointDetail(item.reason),
          deadline: null,
          act: t`Look at it`,
          path: `/build/webhooks/${item.webhook_endpoint_id}`,
        }
      case 'feed': {
        const name = item.text ?? ''
        return {
          ...shared,
          sentence:
            item.reason === 'items_wait'
              ? t`${plural(waiting ?? 0, { one: '# item', other: '# items' })} of ‘${name}’ wait for you`
              : item.reason === 'failing'
                ? t`The feed ‘${name}’ cannot be read`
                : t`The feed ‘${name}’ has stopped`,
          detail: message && translateServerSentence(message),
          deadline: null,
          act: t`Look at it`,
          path: `/feeds/${item.feed_id}`,
        }
      }
      case 'limit':
        return {
          ...shared,
          sentence: t`${handle} may publish ${plural(remaining ?? 0, { one: '# more post', other: '# more posts' })} now, of ${of ?? 0}`,
          detail: t`Further posts wait until ${network} allows more.`,
          deadline: by,
          act: t`Look at it`,
        }
    }
  }
}

/** Whether a time has passed, so that nothing is still to come at it. */
function isPast(at: string | null, now: number): boolean {
  return at !== null && Date.parse(at) <= now
}

/** Says why an endpoint was switched off. */
function useEndpointDetail(): (reason: string | null) => string {
  const { t } = useLingui()
  return (reason) => {
    if (reason === 'gone') return t`Its server answered that it is gone for good.`
    if (reason === 'inherited') return t`It was set up from an account that has changed hands.`
    return t`Its server did not answer for too long.`
  }
}

/** Says why nobody knows whether a post is public. */
function useReviewDetail(): (reason: string | null, network: string) => string {
  const { t } = useLingui()
  return (reason, network) => {
    if (reason === 'duplicate_seen') return t`We found more than one post like it on ${network}.`
    if (reason === 'answer_lost') return t`It was sent to ${network}, and no answer came.`
    if (reason === 'restored')
      return t`The server was put back to an older backup, and it may be public on ${network}.`
    return t`Its time passed while nothing could be sent.`
  }
}
