import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { type Session, useSession } from '../../session/session.ts'

/** The calendar addresses of the person in this workspace. None of them can be shown again. */
export const addressesQuery = ({ workspace }: Pick<Session, 'workspace'>) =>
  queryOptions({
    queryKey: [workspace.id, 'calendar-addresses'],
    queryFn: async ({ signal }) => (await app.calendarAddresses.list(workspace.id, { signal })).data,
  })

/** Has the list read again. */
export function useReadAddressesAgain(): () => Promise<void> {
  const client = useQueryClient()
  const { workspace } = useSession()
  return () => client.invalidateQueries({ queryKey: addressesQuery({ workspace }).queryKey })
}
