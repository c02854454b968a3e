import type { CalendarPost } from '@crier/sdk'
import { isAtLeast, useSession } from '../session/session.ts'
import { lookOf, type PostState } from '../ui/state-mark.tsx'
import { statusOf } from './calendar-data.ts'

/** The state of a post as the calendar shows it to this person. */
export function useLook(post: CalendarPost): PostState {
  const { workspace } = useSession()
  const asked = { status: statusOf(post), isAsking: post.approval === 'waiting' }
  return lookOf(asked, isAtLeast(workspace.role, 'editor'))
}
