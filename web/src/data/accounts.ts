import type { Platform, SocialAccount } from '@crier/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Session, useSession } from '../session/session.ts'

/** Every account of the workspace, whatever its state. All parts of the app read this one list. */
export const accountsQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'accounts', 'all'],
    // Events say in between what has changed.
    staleTime: 60_000,
    queryFn: ({ signal }) => api.socialAccounts.list({}, { signal }).toArray(),
  })

/** Every network that this server knows: names, marks, limits, forms, previews. */
export const platformsQuery = ({ api, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'platforms', 'all'],
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) => api.platforms.list({}, { signal }).toArray(),
  })

const noAccounts: ReadonlyMap<string, SocialAccount> = new Map()
const noPlatforms: ReadonlyMap<string, Platform> = new Map()
const byId = (accounts: readonly SocialAccount[]) => new Map(accounts.map((each) => [each.id, each]))
const byName = (platforms: readonly Platform[]) => new Map(platforms.map((each) => [each.platform, each]))

/** The accounts of the workspace by their ids; empty until they are known. They are asked for once they are needed. */
export function useAccountsById(isNeeded = true): ReadonlyMap<string, SocialAccount> {
  return useQuery({ ...accountsQuery(useSession()), enabled: isNeeded, select: byId }).data ?? noAccounts
}

/** The networks of this server by their names; empty until they are known. */
export function usePlatformsByName(): ReadonlyMap<string, Platform> {
  return useQuery({ ...platformsQuery(useSession()), select: byName }).data ?? noPlatforms
}

/** An account with its network, as pages name it. */
export interface NamedAccount {
  readonly account: SocialAccount | null
  readonly platform: Platform | null
  /** `@harbour`; the name of the network where the account is gone. */
  readonly handle: string
  /** `@harbour on Bluesky` needs this. */
  readonly network: string
}

/** Finds accounts and their networks by id; both are null until they are known, and for an account that is gone. */
export function useNamedAccounts(): (id: string, platform?: string, username?: string) => NamedAccount {
  const accounts = useAccountsById()
  const platforms = usePlatformsByName()
  return useMemo(() => {
    return (id, platform, username) => {
      const account = accounts.get(id) ?? null
      const network = platforms.get(account?.platform ?? platform ?? '') ?? null
      const name = account?.username ?? username
      return {
        account,
        platform: network,
        handle: name === undefined ? (network?.name ?? '…') : `@${name.replace(/^@/, '')}`,
        network: network?.name ?? '…',
      }
    }
  }, [accounts, platforms])
}
