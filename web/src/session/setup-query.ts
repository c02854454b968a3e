import { queryOptions } from '@tanstack/react-query'
import { app } from './clients.ts'

/** Whether the server waits for its first owner. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  staleTime: 10_000,
  queryFn: ({ signal }) => app.getSetup({ signal }),
})
