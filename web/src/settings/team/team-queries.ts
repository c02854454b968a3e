import { queryOptions } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { queryClient } from '../../session/query-client.ts'

export const invitationsQuery = (workspace: string) =>
  queryOptions({
    queryKey: [workspace, 'invitations'],
    queryFn: ({ signal }) => app.invitations.list(workspace, { signal }),
  })

/** Reads again who is in the workspace, and who was invited. */
export async function readTeamAgain(workspace: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [workspace, 'members'] }),
    queryClient.invalidateQueries({ queryKey: [workspace, 'invitations'] }),
  ])
}
