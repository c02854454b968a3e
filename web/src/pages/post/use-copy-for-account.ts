import type { PostResult } from '@crier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isUnreached } from '../../live/is-unreached.ts'
import { useSession } from '../../session/session.ts'

/**
 * Makes a draft of a post for the account of one result alone, and opens it. `settle` is done once the draft is there; where it is
 * refused, the draft goes again.
 */
export function useCopyForAccount(
  { post_id: post, social_account_id: account }: PostResult,
  settle?: () => Promise<unknown>,
) {
  const { api, scope } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const copy = await api.posts.duplicate(post)
      let isForAccount = false
      try {
        await api.posts.update(copy.id, { social_accounts: [account] })
        isForAccount = true
        await settle?.()
        return copy
      } catch (error) {
        // A copy for all accounts would appear twice on those that have the post. Without an answer the post may be settled, and
        // this draft all that there is to send.
        if (!isForAccount || !isUnreached(error)) await api.posts.delete(copy.id)
        throw error
      }
    },
    onSuccess: ({ id }) => void navigate({ to: '/posts/$post/edit', params: { post: id } }),
    onSettled: () =>
      Promise.all(
        ['posts', 'attention'].map((part) => client.invalidateQueries({ queryKey: [...scope, part] })),
      ),
  })
}
