import { answerOf } from '@crier/sdk'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../session/session.ts'

/** A post with its results, its author, the alt texts of its media and the ETag that names this state of it. */
export const postQuery = ({ api, scope }: Session, id: string) =>
  queryOptions({
    queryKey: [...scope, 'posts', id],
    queryFn: async ({ signal }) => {
      const post = await api.posts.get(id, { expand: ['results', 'author', 'request'] }, { signal })
      return { post, etag: answerOf(post)?.etag ?? undefined }
    },
  })
