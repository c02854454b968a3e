import type { PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import type { NamedAccount } from '../../data/accounts.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { sayFailure } from '../../ui/say-failure.ts'
import { isLeftOpen, isMarkedByHand } from './in-doubt.ts'

/** One sentence that says what happened to a post on one account, and what comes next. */
export function useResultSentence(): (result: PostResult, named: NamedAccount) => string {
  const { t } = useLingui()
  const format = useTimeFormat()
  const held = useHeldSentence()
  const failed = useFailedSentence()
  const canceled = useCanceledSentence()
  return (result, named) => {
    const { handle, network } = named
    const { status, published_at: published, scheduled_at: at, waits_for: waitsFor } = result
    switch (status) {
      case 'pending':
        if (waitsFor !== null) return t`Waits until we know what happened to the post before it on ${handle}.`
        return t`Goes out ${format.moment(at)}.`
      case 'publishing':
        return t`Sending now. This can't be canceled any more.`
      case 'confirming':
        return t`${network} has it and is still working on it.`
      case 'published':
        if (published === null) return t`Published.`
        return isMarkedByHand(result)
          ? t`Marked as published by hand, ${format.exact(published)}.`
          : t`Published ${format.exact(published)}.`
      case 'failed':
        return failed(result, network)
      case 'held':
        return held(result.held_reason, handle)
      case 'needs_review':
        return t`Needs your answer.`
      case 'canceled': {
        const whoAndWhen = canceled(result)
        return result.attempts.some(({ stage }) => stage === 'send')
          ? t`${whoAndWhen} We will not send it again.`
          : t`${whoAndWhen} It was never sent.`
      }
    }
  }
}

/** Says who canceled a post, and when. */
function useCanceledSentence(): (result: PostResult) => string {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { person } = useSession()
  return ({ canceled_by: by, updated_at: at }) => {
    const time = format.moment(at)
    if (by?.id === person.id) return t`You canceled it ${time}.`
    const name = by?.name ?? null
    if (name === null) return t`Canceled ${time}.`
    return by?.kind === 'key'
      ? t`Canceled with the API key ${name}, ${time}.`
      : t`Canceled by ${name}, ${time}.`
  }
}

/** Says why a post is not published, or that nobody knows whether it is. */
function useFailedSentence(): (result: PostResult, network: string) => string {
  const { t } = useLingui()
  return (result, network) => {
    const { error } = result
    if (isLeftOpen(result)) return t`Closed without an answer. It may be public on ${network}.`
    if (error?.code === 'discarded') return t`Closed. It was never sent.`
    return error === null ? t`Not published.` : t`Not published: ${sayFailure(error)}`
  }
}

/** Says what a post waits for. */
function useHeldSentence(): (reason: string | null, handle: string) => string {
  const { t } = useLingui()
  const mayConnect = isAtLeast(useSession().workspace.role, 'admin')
  return (reason, handle) => {
    switch (reason) {
      case 'approval':
        return t`Waiting for approval. It won't go out before somebody approves it, even if its time passes.`
      case 'reconnect':
        return mayConnect
          ? t`Waiting for you to reconnect ${handle}.`
          : t`Waiting until an admin reconnects ${handle}.`
      case 'blocked':
        return t`Waiting until ${handle} is settled with its network.`
      case 'disconnected':
        return t`${handle} was disconnected. Connect it again and this post goes out.`
      case 'subscription':
        return t`Waiting until the subscription is active again.`
      case 'paused':
        return t`Waiting: the operator paused publishing.`
      case 'guard':
        return t`Waiting: this server may be a copy of another one. The operator must say that it may publish.`
      default:
        return t`Waiting.`
    }
  }
}
