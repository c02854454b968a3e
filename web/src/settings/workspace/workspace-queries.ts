import type { UpdateWorkspaceInput } from '@crier/sdk/app'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { useFreshPerson } from '../use-person-change.ts'

export const workspaceQuery = (workspace: string) =>
  queryOptions({
    queryKey: [workspace, 'settings'],
    queryFn: ({ signal }) => app.workspaces.get(workspace, { signal }),
  })

/** Changes settings of a workspace, and shows them everywhere. */
export function useWorkspaceChange(workspace: string): (change: UpdateWorkspaceInput) => Promise<void> {
  const client = useQueryClient()
  const readPersonAgain = useFreshPerson()
  return async (change) => {
    client.setQueryData(workspaceQuery(workspace).queryKey, await app.workspaces.update(workspace, change))
    const isOfPerson = change.name !== undefined || change.week_start !== undefined
    if (isOfPerson) await readPersonAgain()
  }
}
