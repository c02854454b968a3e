import type { CalendarPost } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { translateServerSentence } from '../../boot/server-sentences.ts'
import { deletePost } from '../../data/delete-post.ts'
import { forEachInTurns } from '../../data/for-each-in-turns.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { sayThrown } from '../../ui/say-problem.ts'
import { toast } from '../../ui/toasts.tsx'
import { changePost } from '../move/change-post.ts'
import { useRefusal } from '../move/use-refusal.ts'
import { type Shift, shifted } from './shift.ts'

/** Does one thing with many posts, and says what did not work. */
export function useBulk(): {
  readonly move: (posts: readonly CalendarPost[], shift: Shift) => Promise<void>
  readonly retry: (posts: readonly CalendarPost[]) => Promise<void>
  readonly remove: (posts: readonly CalendarPost[]) => Promise<void>
} {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const { zone } = useTimeFormat()
  const client = useQueryClient()
  const refusalOf = useRefusal()
  const sayUnmoved = async (post: CalendarPost, error: unknown) => (await refusalOf(post, error)).sentence
  const each = async (
    posts: readonly CalendarPost[],
    call: (post: CalendarPost) => Promise<void>,
    say: typeof sayUnmoved = async (_post, error) => sayThrown(error),
  ) => {
    const refusals: string[] = []
    await forEachInTurns(posts, (post) =>
      call(post).catch(async (error: unknown) => {
        refusals.push(isRefused(error) ? error.sentence : await say(post, error))
      }),
    )
    void client.invalidateQueries({ queryKey: [...scope, 'calendar'] })
    return refusals
  }
  const announce = (done: string | null, refusals: readonly string[], undo?: () => Promise<void>) => {
    if (done !== null) toast({ text: done, ...(undo === undefined ? {} : { undo }) })
    if (refusals.length > 0) toast({ text: sayLeft(refusals), tone: 'bad' })
  }
  return {
    move: async (posts, shift) => {
      const moved: CalendarPost[] = []
      const moveOne = async (post: CalendarPost) => {
        if (!post.movable) throw await refusalOf(post)
        const at = new Date(shifted(zone, Date.parse(post.at), shift)).toISOString()
        const { etag } = await changePost(api, post, { scheduled_at: at }, post.etag)
        moved.push({ ...post, etag })
      }
      const takeBack = async (post: CalendarPost) => {
        await changePost(api, post, { scheduled_at: post.at }, post.etag)
      }
      const refusals = await each(posts, moveOne, sayUnmoved)
      const count = moved.length
      const undo = async () => {
        const [reason, ...others] = await each(moved, takeBack, sayUnmoved)
        const late = others.length + 1
        if (reason !== undefined) toast({ text: t`Couldn't undo ${late} of them: ${reason}`, tone: 'bad' })
      }
      announce(count === 0 ? null : count === 1 ? t`Moved 1 post.` : t`Moved ${count} posts.`, refusals, undo)
    },
    retry: async (posts) => {
      let count = 0
      const refusals = await each(posts, async (post) => {
        const { results } = await api.posts.retry(post.id)
        if (!results.some(({ retried }) => retried))
          throw {
            sentence:
              (results[0]?.detail && translateServerSentence(results[0].detail)) ??
              t`There is nothing to try again.`,
          }
        count += 1
      })
      announce(count === 0 ? null : t`Trying ${count} again.`, refusals)
    },
    remove: async (posts) => {
      let count = 0
      const refusals = await each(posts, async (post) => {
        await deletePost(api, post.id, {}, { ifMatch: post.etag })
        count += 1
      })
      announce(count === 0 ? null : count === 1 ? t`Deleted 1 post.` : t`Deleted ${count} posts.`, refusals)
    },
  }
}

function sayLeft(refusals: readonly string[]): string {
  const first = refusals[0] ?? ''
  const left = refusals.length
  return plural(left, {
    one: `# post stayed as it was: ${first}`,
    other: `# posts stayed as they were: ${first}`,
  })
}

function isRefused(error: unknown): error is { readonly sentence: string } {
  return (
    typeof error === 'object' && error !== null && 'sentence' in error && typeof error.sentence === 'string'
  )
}
