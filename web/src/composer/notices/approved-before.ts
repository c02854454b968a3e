import type { Approval } from '@crier/sdk'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../session/session.ts'
import { contentOf, type KnownPost } from '../content.ts'
import { readPost } from '../drafts/send.ts'
import { type Difference, differencesOf } from '../merge-content.ts'

/** An approval that a later change of the post took away. */
export interface ApprovedBefore {
  /** The person who had approved the post; null where a client had. */
  readonly by: string | null
  /** The name that the client typed. */
  readonly client: string | undefined
  /** The parts that are different since. */
  readonly changes: readonly Difference[]
}

/** Parts that may change without a new approval. */
const free: ReadonlySet<string> = new Set(['when', 'tags', 'latePolicy'])

/** Finds out whether a post that waits was approved before, and what has changed since; null where it never was. */
export const approvedBefore = ({ api, scope }: Session, id: string, approval: Approval) =>
  queryOptions({
    queryKey: [...scope, 'posts', id, 'approved-before', approval.at],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<ApprovedBefore | null> => {
      const types = ['post.approved', 'post.returned'] as const
      const events = await api.events.list({ subject: id, type: types }, { signal }).toArray()
      const last = events.at(-1)
      if (last?.type !== 'post.approved') return null
      const { by, version, client } = last.data as {
        by: string
        version: number
        client?: { typed_name: string }
      }
      const { data: versions } = await api.posts.listVersions(id, { signal })
      // The oldest version since is the last one that still says what was approved.
      const approved = versions.findLast((each) => each.version >= version)
      if (approved === undefined) return null
      const [{ content }, now] = await Promise.all([
        api.posts.getVersion(id, String(approved.version), { signal }),
        readPost(api, id, signal),
      ])
      const request = content as unknown as KnownPost['request'] & KnownPost
      const before = contentOf({ ...request, media_ids: [], request })
      const changes = differencesOf(before, now.content).filter(({ member }) => !free.has(member))
      return changes.length === 0 ? null : { by: client ? null : by, client: client?.typed_name, changes }
    },
  })
