import type { ListMembersResult } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { app } from '../session/clients.ts'
import { type Role, useSession } from '../session/session.ts'

/** The members of a workspace. All parts of the app read this one list. */
export const membersQuery = (workspace: string) =>
  queryOptions({
    queryKey: [workspace, 'members'],
    staleTime: 60_000,
    queryFn: ({ signal }) => app.members.list(workspace, { signal }),
  })

const byId = ({ data }: ListMembersResult) => new Map(data.map((each) => [each.id, each]))

/** The people of the workspace, by id; undefined until they are known. They are asked for as soon as somebody may be named. */
export function usePeople(
  isNeeded = true,
): ReadonlyMap<string, { readonly name: string; readonly email: string; readonly role: Role }> | undefined {
  const { workspace } = useSession()
  return useQuery({ ...membersQuery(workspace.id), enabled: isNeeded, select: byId }).data
}

const mostNamed = 3

/** Names the people who may change what a role does not allow: “Lena Brandt (owner) or Mia Sand (admin)”. */
export function useWhomToAsk(isNeeded = true): string {
  const { t, i18n } = useLingui()
  const people = [...(usePeople(isNeeded)?.values() ?? [])]
  const named = (['owner', 'admin'] as const).flatMap((role) =>
    people
      .filter((each) => each.role === role)
      .map(({ name, email }) => {
        const who = name || email
        return role === 'owner' ? t`${who} (owner)` : t`${who} (admin)`
      }),
  )
  if (named.length === 0) return t`an owner or an admin`
  return new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(named.slice(0, mostNamed))
}
