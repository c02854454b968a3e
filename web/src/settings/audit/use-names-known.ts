import { useQuery } from '@tanstack/react-query'
import { accountsQuery, platformsQuery } from '../../data/accounts.ts'
import { membersQuery } from '../../data/people.ts'
import { useSession } from '../../session/session.ts'
import { endpointsQuery } from '../../webhooks/webhook-queries.ts'
import { keysQuery } from '../api-keys/key-queries.ts'

/**
 * Whether the names of people, keys, accounts and endpoints are known, or can't be. Entries wait for them: a line that gets
 * its names later would move those below it.
 */
export function useNamesKnown(): boolean {
  const session = useSession()
  const members = useQuery(membersQuery(session.workspace.id))
  const keys = useQuery(keysQuery(session))
  const endpoints = useQuery(endpointsQuery(session))
  const accounts = useQuery(accountsQuery(session))
  const platforms = useQuery(platformsQuery(session))
  return [members, keys, endpoints, accounts, platforms].every(({ isPending }) => !isPending)
}
