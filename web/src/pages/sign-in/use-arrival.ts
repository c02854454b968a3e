import { useNavigate } from '@tanstack/react-router'
import { app } from '../../session/clients.ts'
import { enter } from '../../session/enter.ts'
import { rememberPlace } from '../../session/session.ts'

/** Brings somebody into a workspace that has just become theirs. */
export function useArrival(): (workspace: string) => Promise<void> {
  const navigate = useNavigate()
  return async (workspace) => {
    rememberPlace(workspace)
    await enter(await app.getPerson())
    await navigate({ to: '/calendar', replace: true })
  }
}
