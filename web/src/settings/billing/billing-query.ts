import { queryOptions } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'

const oftenMs = 2_000
const seldomMs = 15_000
/** The answers that come quickly one after the other. */
const often = 30

/** The billing of a workspace. While a payment is to be confirmed, it is asked for again and again. */
export const billingQuery = (workspace: string, isConfirming: boolean) =>
  queryOptions({
    queryKey: [workspace, 'billing'],
    queryFn: ({ signal }) => app.getBilling(workspace, { signal }),
    refetchInterval: ({ state }) => {
      if (!isConfirming || state.data?.subscription === 'active') return false
      return state.dataUpdateCount < often ? oftenMs : seldomMs
    },
  })
