import type { QueueSlot } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSession } from '../../session/session.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import { addDays, dayAt } from '../../time/zone.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** The slots of the queue, by their time. */
export function useSlots() {
  const { api, scope } = useSession()
  return useQuery({
    queryKey: [...scope, 'queue', 'slots'],
    queryFn: async ({ signal }) => {
      const slots = await api.queueSlots.list({}, { signal }).toArray()
      return slots.sort((a, b) => a.time.localeCompare(b.time) || a.id.localeCompare(b.id))
    },
  })
}

/** Whether the queue is paused, for all accounts or some. */
export function useQueueState() {
  const { api, scope } = useSession()
  return useQuery({
    queryKey: [...scope, 'queue', 'state'],
    queryFn: ({ signal }) => api.queue.get({ signal }),
  })
}

/** The slots that new posts would get. */
export function useNextFree() {
  const { api, scope } = useSession()
  return useQuery({
    queryKey: [...scope, 'queue', 'next'],
    queryFn: ({ signal }) => api.queueSlots.listFreeSlots({ limit: 3 }, { signal }),
  })
}

const daysShown = 14

/** The slots of the next two weeks: the posts that have one, and the times of those that are free. */
export function useNextSlots() {
  const { api, scope, workspace } = useSession()
  const today = dayAt(workspace.timezone, nowAtServer())
  const until = () => new Date(nowAtServer() + daysShown * 86_400_000).toISOString()
  const { data: posts } = useQuery({
    queryKey: [...scope, 'queue', 'posts', today],
    queryFn: async ({ signal }) => {
      const query = { status: ['scheduled', 'held'], scheduled_to: until(), order: 'scheduled_at' } as const
      const planned = await api.posts.list({ ...query, limit: 100 }, { signal }).toArray()
      return planned.filter(({ queue }) => queue !== null)
    },
  })
  const { data: free } = useQuery({
    queryKey: [...scope, 'queue', 'free', today],
    queryFn: async ({ signal }) => {
      const { data } = await api.queueSlots.listFreeSlots({ to: until(), limit: 200 }, { signal })
      return data.map(({ scheduled_at: at }) => at)
    },
  })
  return { posts, free }
}

/** How many posts are planned for the coming 90 days; they keep their times whatever the queue does. */
export function usePlannedCount(isWanted: boolean): number | undefined {
  const { api, scope, workspace } = useSession()
  const today = dayAt(workspace.timezone, nowAtServer())
  const { data } = useQuery({
    queryKey: [...scope, 'calendar', 'planned', today],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      api.calendar.get(
        { from: today, to: addDays(today, 90), per_day: 0, status: ['scheduled', 'held'] },
        { signal },
      ),
  })
  return data?.total
}

/** Reads everything again that depends on the slots. */
export function useSlotsChanged(): () => Promise<void> {
  const { scope } = useSession()
  const client = useQueryClient()
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: [...scope, 'calendar'] })
    await client.invalidateQueries({ queryKey: [...scope, 'queue'] })
  }, [client, scope])
}

/** A slot as it can be made again. */
export function slotInputOf({
  weekdays: days,
  time,
  timezone,
  social_account_id,
  jitter_minutes,
  enabled,
}: QueueSlot) {
  return { weekdays: days, time, timezone, social_account_id, jitter_minutes, enabled }
}
