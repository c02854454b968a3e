import type { CreateRecurrenceInput, Recurrence, RecurrenceRule } from '@crier/sdk'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSession } from '../session/session.ts'

/** All recurrences, newest first. */
export function useRecurrences() {
  const { api, scope } = useSession()
  return useQuery({
    queryKey: [...scope, 'recurrences'],
    queryFn: ({ signal }) => api.recurrences.list({}, { signal }).toArray(),
  })
}

/** A rule with the days between which it counts. */
export interface TimedRule {
  readonly rule: RecurrenceRule
  readonly timezone?: string
  readonly starts_on: string | null
  readonly ends_on: string | null
  readonly ends_after: number | null
}

/** The next times of a rule that is being written; null asks for none. */
export function useNextTimes(timed: TimedRule | null) {
  const { api, scope } = useSession()
  return useQuery({
    queryKey: [...scope, 'recurrence-times', timed],
    enabled: timed !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      timed === null ? null : api.recurrences.preview({ ...timed, count: 5 }, { signal }),
  })
}

/** Reads everything again that depends on the recurrences. */
export function useRecurrencesChanged(): () => Promise<void> {
  const { scope } = useSession()
  const client = useQueryClient()
  return useCallback(async () => {
    for (const part of ['calendar', 'posts', 'attention'])
      void client.invalidateQueries({ queryKey: [...scope, part] })
    await client.invalidateQueries({ queryKey: [...scope, 'recurrences'] })
  }, [client, scope])
}

/** A recurrence as it can be made again. */
export function recurrenceInputOf(recurrence: Recurrence): CreateRecurrenceInput {
  const { caption, media, social_accounts, variations, rule, timezone, starts_on, ends_on, ends_after } =
    recurrence
  const { platform_configurations, account_configurations, external_id, metadata, tags } = recurrence
  return {
    ...{ caption, media: [...media], social_accounts: [...social_accounts], variations: [...variations] },
    ...{ rule, timezone, starts_on, ends_on, ends_after },
    platform_configurations: platform_configurations as CreateRecurrenceInput['platform_configurations'],
    account_configurations: account_configurations as CreateRecurrenceInput['account_configurations'],
    ...{ external_id, metadata, tags: [...tags] },
    late_policy: recurrence.late_policy === 'publish_always' ? 'publish_24h' : recurrence.late_policy,
    processing_enabled: recurrence.processing_enabled,
  }
}
