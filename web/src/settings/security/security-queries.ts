import { queryOptions } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { queryClient } from '../../session/query-client.ts'

/** The things that the person can sign in with. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => app.getSecurity({ signal }),
})

/** The ways in that this server offers. */
export const waysInQuery = queryOptions({
  queryKey: ['ways-in'],
  queryFn: ({ signal }) => app.listWaysIn({ signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['security', 'passkeys'],
  queryFn: ({ signal }) => app.passkeys.list({ signal }),
})

export const identitiesQuery = queryOptions({
  queryKey: ['security', 'identities'],
  queryFn: ({ signal }) => app.identities.list({ signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: ({ signal }) => app.sessions.list({ signal }),
})

export const activityQuery = queryOptions({
  queryKey: ['security', 'activity'],
  queryFn: ({ signal }) => app.listOwnActivity({ signal }),
})

/** Reads all of it again: a change of one thing ends sessions and is written down. */
export function readSecurityAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['security'] })
}
