import { queryOptions } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'

/** The networks that ask for an app of the operator. Only the person who set the server up may see them. */
export const networksQuery = queryOptions({
  queryKey: ['instance-networks'],
  queryFn: async ({ signal }) => (await app.listInstanceNetworks({ signal })).data,
})
