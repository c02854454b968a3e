import type { ApiKey } from '@crier/sdk/app'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { type Session, useSession } from '../../session/session.ts'
import { nowAtServer } from '../../time/server-clock.ts'

/** Every key of the workspace, live and test. None of them can be shown again. */
export const keysQuery = ({ workspace }: Pick<Session, 'workspace'>) =>
  queryOptions({
    queryKey: [workspace.id, 'keys'],
    queryFn: async ({ signal }) => (await app.keys.list(workspace.id, { signal })).data,
  })

/** Has the list read again. */
export function useReadKeysAgain(): () => Promise<void> {
  const client = useQueryClient()
  const { workspace } = useSession()
  return () => client.invalidateQueries({ queryKey: keysQuery({ workspace }).queryKey })
}

/** Whether a key does not work any more. */
export function isOver({ revoked_at, expires_at }: ApiKey, now = nowAtServer()): boolean {
  return revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now)
}
