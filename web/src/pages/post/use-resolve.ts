import type { PostResult, ResolvePostResultInput } from '@crier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../session/session.ts'

/** Sends a person's answer to the server. The question stays until the server has accepted it. */
export function useResolve(result: PostResult) {
  const { api, scope } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ResolvePostResultInput) => api.postResults.resolve(result.id, body),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...scope, 'posts'] }),
        client.invalidateQueries({ queryKey: [...scope, 'attention'] }),
      ]),
  })
}
