import { useNavigate } from '@tanstack/react-router'
import { app } from '../../session/clients.ts'
import { enterSession } from '../../session/enter-session.ts'
import { rememberPlace } from '../../session/session.ts'

/** Brings somebody into a workspace that has just become theirs. */
export function useArrival(): (workspace: string) => Promise<void> {
  const navigate = useNavigate()
  return async (workspace) => {
    rememberPlace(workspace)
    await enterSession(await app.getPerson())
    await navigate({ to: '/calendar', replace: true })
  }
}
