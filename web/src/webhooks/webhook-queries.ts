import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { nextCursor } from '../data/next-cursor.ts'
import type { Session } from '../session/session.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'kept'

/** The endpoints of the workspace, the newest first. */
export const endpointsQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'webhooks', 'all'],
    queryFn: ({ signal }) => api.webhookEndpoints.list({}, { signal }).toArray(),
  })

/** One endpoint. Deliveries change it without an event, so it is read again while it is shown. */
export const endpointQuery = ({ api, scope }: Session, id: string) =>
  queryOptions({
    queryKey: [...scope, 'webhooks', id],
    queryFn: ({ signal }) => api.webhookEndpoints.get(id, { signal }),
    refetchInterval: 15_000,
  })

/** The deliveries of an endpoint, the newest first, in pages. */
export const deliveriesQuery = ({ api, scope }: Session, id: string, status: DeliveryStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...scope, 'webhooks', id, 'deliveries', status],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api.webhookEndpoints
        .listDeliveries(
          id,
          { limit: 50, cursor: pageParam, ...(status === null ? {} : { status }) },
          { signal },
        )
        .page(),
    getNextPageParam: nextCursor,
    refetchInterval: 5_000,
  })

/** One delivery with what was sent and answered. It changes with each attempt. */
export const deliveryQuery = ({ api, scope }: Session, id: string, delivery: string) =>
  queryOptions({
    queryKey: [...scope, 'webhooks', id, 'delivery', delivery],
    queryFn: ({ signal }) => api.webhookEndpoints.getDelivery(id, delivery, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  })
