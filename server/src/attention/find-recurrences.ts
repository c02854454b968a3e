import type { CallContext } from '../context.ts'
import { listFaultyRecurrences } from '../recurrences/list-faulty-recurrences.ts'
import type { AttentionRow } from './attention-schema.ts'

/** Recurrences that make no posts as things are, those whose next time comes first. */
export async function findRecurrences(call: CallContext, limit: number): Promise<AttentionRow[]> {
  const faulty = await listFaultyRecurrences(call)
  return faulty.slice(0, limit).map(({ id, caption, variations, problems, next_times, updated_at }) => ({
    since: new Date(updated_at),
    deadline: next_times[0] ? new Date(next_times[0].at) : null,
    reason: problems[0]?.code ?? null,
    message: problems[0]?.detail ?? null,
    recurrence_id: id,
    text: caption === '' ? (variations[0]?.caption ?? '') : caption,
    social_account_id: problems[0]?.social_account_id ?? null,
    total: faulty.length,
  }))
}
