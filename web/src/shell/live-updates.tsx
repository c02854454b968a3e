import type { CrierEvent } from '@crier/sdk'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { firstCursor } from '../live/first-cursors.ts'
import { followEvents } from '../live/follow-events.ts'
import { emitEvent } from '../live/live-events.ts'
import { onRefusal } from '../live/refusals.ts'
import { personQuery, useSession } from '../session/session.ts'

/** The parts that are read again after an event, by the first part of its type. Keys of queries begin with the scope of the session. */
const touched: Readonly<Record<string, readonly string[]>> = {
  post: ['posts', 'calendar', 'attention', 'drafts', 'queue', 'accounts'],
  post_result: ['posts', 'calendar', 'attention'],
  post_note: ['notes', 'posts', 'calendar'],
  social_account: ['accounts', 'attention', 'platforms'],
  media: ['media'],
  webhook_endpoint: ['webhooks', 'attention'],
}

// Many events at once, such as of a hundred posts that go out, cause one reading.
const gatherMs = 150

/** Reads again what is shown when the server says that it changed. It shows nothing itself. */
export function LiveUpdates() {
  const { api, scope } = useSession()
  const client = useQueryClient()
  useEffect(() => {
    const waiting = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      timer = undefined
      for (const part of waiting) void client.invalidateQueries({ queryKey: [...scope, part] })
      waiting.clear()
    }
    const hear = (event: CrierEvent) => {
      for (const part of touched[event.type.split('.')[0] ?? ''] ?? []) waiting.add(part)
      timer ??= setTimeout(readAgain, gatherMs)
      emitEvent(event)
    }
    const stop = followEvents({
      api,
      name: `crier-live-${scope.join('-')}`,
      since: firstCursor(...scope),
      onEvent: hear,
      onGap: () => {
        // A composer reads its post again by itself, when that does not disturb the work on it.
        const predicate = ({ queryKey }: Query) => queryKey[scope.length] !== 'composer'
        void client.invalidateQueries({ queryKey: [...scope], predicate })
        emitEvent(null)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [api, scope, client])
  useEffect(
    () => onRefusal(() => void client.invalidateQueries({ queryKey: personQuery.queryKey })),
    [client],
  )
  return null
}
