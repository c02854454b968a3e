import Type from 'typebox'
import { closed, eventReason, id, ids, nullable } from './event-parts.ts'

const status = Type.Enum(['active', 'paused', 'ended', 'needs_attention'])
const externalId = { external_id: nullable(Type.String({ description: 'Your own name for it.' })) }

/** The events of posts that repeat. The word after the dot is the status that the recurrence has now. */
export const recurrenceEvents = {
  'recurrence.created': {
    description: 'A recurrence was created, and its first posts with it.',
    data: Type.Object(
      { id, status, ...externalId, next_at: nullable(Type.String({ format: 'date-time' })) },
      closed,
    ),
    example: {
      id: ids.recurrence,
      status: 'active',
      external_id: null,
      next_at: '2026-03-02T08:00:00.000Z',
    },
  },
  'recurrence.active': recurrenceBecame(
    'active',
    'A recurrence makes posts again: a person resumed it, or nothing is in its way any more.',
    'needs_attention',
  ),
  'recurrence.paused': recurrenceBecame('paused', 'A recurrence was paused by a person.', 'active'),
  'recurrence.needs_attention': recurrenceBecame(
    'needs_attention',
    'The next post of a recurrence cannot be made, or will be held. `problems` says why. It is told within two minutes where the reason is an account, a medium or the author.',
    'active',
  ),
  'recurrence.ended': recurrenceBecame(
    'ended',
    'The last time of a recurrence has passed, which is told within two minutes.',
    'active',
  ),
  'recurrence.deleted': {
    description:
      'A recurrence was deleted by a person. Its posts to come have their own events, such as `post.deleted`.',
    data: Type.Object(
      { id, status: Type.Literal('deleted'), previous_status: status, ...externalId },
      closed,
    ),
    example: { id: ids.recurrence, status: 'deleted', previous_status: 'active', external_id: null },
  },
}

function recurrenceBecame<Status extends string>(now: Status, description: string, before: string) {
  return {
    description,
    data: Type.Object(
      {
        id,
        status: Type.Literal(now),
        previous_status: status,
        ...externalId,
        next_at: nullable(Type.String({ format: 'date-time', description: 'The next time to come.' })),
        problems: Type.Array(eventReason, { description: 'Why it needs attention.' }),
      },
      closed,
    ),
    example: {
      id: ids.recurrence,
      status: now,
      previous_status: before,
      external_id: null,
      next_at: now === 'active' || now === 'needs_attention' ? '2026-03-02T08:00:00.000Z' : null,
      problems:
        now === 'needs_attention'
          ? [
              {
                code: 'account_disconnected',
                detail: 'An account of it was disconnected. Connect it again, or take it out.',
                social_account_id: ids.account,
              },
            ]
          : [],
    },
  }
}
