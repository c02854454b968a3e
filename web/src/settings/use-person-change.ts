import type { UpdatePersonInput } from '@crier/sdk/app'
import { useRouter } from '@tanstack/react-router'
import { app } from '../session/clients.ts'
import { queryClient } from '../session/query-client.ts'
import { personQuery } from '../session/session.ts'

/** Changes something of the person, and shows it everywhere at once. */
export function usePersonChange(): (change: UpdatePersonInput) => Promise<void> {
  const router = useRouter()
  return async (change) => {
    queryClient.setQueryData(personQuery.queryKey, await app.updatePerson(change))
    await router.invalidate()
  }
}

/** Reads again who is signed in and what their workspaces are called, and shows it everywhere. */
export function useFreshPerson(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    await queryClient.fetchQuery({ ...personQuery, staleTime: 0 })
    await router.invalidate()
  }
}
