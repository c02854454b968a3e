import type { Calendar } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWhomToAsk } from '../../data/people.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import type { Moment } from '../../time/zone.ts'
import { toast } from '../../ui/toasts.tsx'
import { announce } from '../announcer.tsx'
import { type MovablePost, type Status, statusOf, withMoved } from '../calendar-data.ts'
import { type ClockWords, useClockWords } from '../clock-words.ts'
import { changePost } from './change-post.ts'
import { inTurn } from './in-turn.ts'
import type { Refusal } from './refusal.ts'
import { useRefusal } from './use-refusal.ts'

/** A refusal at the chip of its post. */
export interface RefusedPost extends Refusal {
  readonly post: string
  /** The statuses of the post of which it is true: the one that was shown, and the one that the server told. */
  readonly statuses: readonly Status[]
}

export interface Mover {
  /** Moves a post at once, and back if the server refuses. Answers the reason, or null once the server has moved it. */
  readonly move: (post: MovablePost, at: number, clock?: Moment | 'next-slot') => Promise<Refusal | null>
  /** Says why a post stays where it is, whatever its new time would be; null where it may be moved. */
  readonly refuse: (post: MovablePost) => Promise<Refusal | null>
  readonly refused: RefusedPost | null
  readonly forget: () => void
}

// Clocks of browsers differ from that of the server by some seconds.
const toleranceMs = 60_000

/** Moves posts in the calendar: shown at once, undone by a button, taken back with a sentence. */
export function useMover(): Mover {
  const { t } = useLingui()
  const { api, scope, workspace } = useSession()
  const client = useQueryClient()
  const words = useClockWords()
  const [refused, setRefused] = useState<RefusedPost | null>(null)
  const say = useRefusal()
  const again = useRef<Mover['move']>(null)
  const tellDone = useMovedToast(words, again)
  const mayMove = isAtLeast(workspace.role, 'author')
  const who = useWhomToAsk(!mayMove)

  const tell = useCallback((post: MovablePost, refusal: Refusal) => {
    const shown = statusOf(post)
    setRefused({ ...refusal, post: post.id, statuses: [shown, refusal.status ?? shown] })
    announce(refusal.sentence)
    return refusal
  }, [])
  const refuse = useCallback(
    async (post: MovablePost) => {
      setRefused(null)
      if (!mayMove)
        return tell(post, { sentence: t`Viewers can't move posts. Ask ${who} to make you an editor.` })
      return post.movable ? null : tell(post, await say(post))
    },
    [t, mayMove, who, say, tell],
  )
  const move = useCallback(
    async (post: MovablePost, planned: number, how?: Moment | 'next-slot'): Promise<Refusal | null> => {
      const refusal = await refuse(post)
      if (refusal !== null) return refusal
      if (hasPassed(planned)) return tell(post, { sentence: t`That time has passed.` })
      const key = [...scope, 'calendar']
      const wanted = new Date(planned).toISOString()
      const rollBack = await showAtOnce(client, key, { ...post, at: wanted })
      try {
        // A draft takes no slot, only its time.
        const takesSlot = how === 'next-slot' && statusOf(post) !== 'draft'
        const changes = takesSlot ? { use_queue: true } : { scheduled_at: wanted }
        const { changed, etag } = await inTurn(post, (ifMatch) => changePost(api, post, changes, ifMatch))
        const at = changed.scheduled_at ?? wanted
        await showAtOnce(client, key, { ...post, at, etag })
        tellDone({ post, at: Date.parse(at), clock: how === 'next-slot' ? undefined : how, etag })
        return null
      } catch (error) {
        rollBack()
        return tell(post, await say(post, error))
      } finally {
        void client.invalidateQueries({ queryKey: key })
      }
    },
    [t, api, scope, client, refuse, tell, say, tellDone],
  )
  useEffect(() => {
    again.current = move
  }, [move])
  const forget = useCallback(() => setRefused(null), [])
  return useMemo(() => ({ move, refuse, refused, forget }), [move, refuse, refused, forget])
}

function hasPassed(at: number): boolean {
  return at < nowAtServer() - toleranceMs
}

interface Done {
  readonly post: MovablePost
  readonly at: number
  readonly clock: Moment | undefined
  /** The ETag after the move; an undo of anything newer is refused. */
  readonly etag: string
}

/** Says that a post was moved, and how the clock had its say. */
function useMovedToast(words: ClockWords, again: RefObject<Mover['move'] | null>): (done: Done) => void {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const say = useRefusal()
  return useCallback(
    ({ post, at, clock, etag }) => {
      const { format } = words
      const moment = format.moment(at)
      const done = t`Moved to ${moment}.`
      const undo = async () => {
        const key = [...scope, 'calendar']
        const moved = { ...post, etag }
        const rollBack = await showAtOnce(client, key, moved)
        try {
          const back = await inTurn(moved, (ifMatch) =>
            changePost(api, post, { scheduled_at: post.at }, ifMatch),
          )
          await showAtOnce(client, key, { ...moved, etag: back.etag })
          announce(t`Moved back to ${format.moment(post.at)}.`)
        } catch (error) {
          rollBack()
          const { sentence: reason, status } = await say(post, error)
          const hasBegun = status !== undefined && status !== 'canceled'
          if (!hasBegun) return toast({ text: t`Couldn't undo. ${reason}`, tone: 'bad' })
          const open = () => void navigate({ to: '/posts/$post', params: { post: post.id } })
          const action = { label: t`See what happened`, run: open }
          toast({ text: t`Couldn't undo: it started going out at ${format.time(at)}.`, tone: 'bad', action })
        } finally {
          void client.invalidateQueries({ queryKey: key })
        }
      }
      announce(done)
      // A post that was late has no time to which it could go back; a draft may have one that has passed.
      const isOver = statusOf(post) !== 'draft' && hasPassed(Date.parse(post.at))
      const offer = isOver ? {} : { undo }
      if (clock?.kind === 'gap') return toast({ text: words.gap(clock), ...offer })
      if (clock?.kind !== 'twice') return toast({ text: done, ...offer })
      const isFirst = at < clock.second
      const other = { ...post, at: new Date(at).toISOString(), etag }
      const label = isFirst ? t`Use the second` : t`Use the first`
      const run = () =>
        void again.current?.(
          other,
          isFirst ? at - clock.first + clock.second : at - clock.second + clock.first,
        )
      toast({ text: `${words.twice(clock)} ${done}`, ...offer, action: { label, run } })
    },
    [t, api, scope, client, navigate, say, words, again],
  )
}

/** Shows a post at its new time in every view that is known. Answers how to show it as before. */
async function showAtOnce(
  client: QueryClient,
  key: readonly string[],
  post: MovablePost,
): Promise<() => void> {
  await client.cancelQueries({ queryKey: key })
  const before = client.getQueriesData<unknown>({ queryKey: key })
  client.setQueriesData<unknown>({ queryKey: key }, (data: unknown) =>
    isCalendar(data) ? withMoved(data, post) : data,
  )
  return () => {
    for (const [name, data] of before) client.setQueryData(name, data)
  }
}

// Free slots are below the same query key, so that they are read again with the posts.
function isCalendar(data: unknown): data is Calendar {
  return typeof data === 'object' && data !== null && 'days' in data
}
