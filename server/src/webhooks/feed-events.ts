import Type from 'typebox'
import { closed, eventReason, id, ids, nullable } from './event-parts.ts'

const status = Type.Enum(['active', 'paused', 'failing', 'stopped'])
const place = { url: Type.String({ description: 'The address of the feed.' }), title: Type.String() }
const examplePlace = { url: 'https://blog.example.org/feed.xml', title: 'Harbour News' }

/** The events of feeds. The word after the dot is the status that the feed has now, but for `items_waiting`. */
export const feedEvents = {
  'feed.created': {
    description: 'A feed was added.',
    data: Type.Object({ id, status: Type.Literal('active'), ...place }, closed),
    example: { id: ids.feed, status: 'active', ...examplePlace },
  },
  'feed.active': feedBecame(
    'active',
    'A feed is read again: a person resumed it or gave it another address, or it could be read after it was failing.',
    'failing',
    null,
  ),
  'feed.paused': feedBecame('paused', 'A feed was paused by a person.', 'active', null),
  'feed.failing': feedBecame(
    'failing',
    'A feed could not be read for three days. `problem` says why. Crier still tries.',
    'active',
    { code: 'feed_unreachable', detail: 'The server of the feed did not answer.' },
  ),
  'feed.stopped': feedBecame(
    'stopped',
    'Crier gave up on a feed, and a person must resume it. `problem` says why.',
    'active',
    { code: 'accounts_gone', detail: 'None of its accounts is connected any more.' },
  ),
  'feed.deleted': {
    description: 'A feed was removed by a person.',
    data: Type.Object({ id, status: Type.Literal('deleted'), previous_status: status, ...place }, closed),
    example: { id: ids.feed, status: 'deleted', previous_status: 'active', ...examplePlace },
  },
  'feed.items_waiting': {
    description:
      'New items of a feed wait for a person. There is one event for each look that found some, however many they are.',
    data: Type.Object(
      {
        id,
        status,
        ...place,
        items: Type.Integer({ minimum: 1, description: 'How many of the new items wait.' }),
      },
      closed,
    ),
    example: { id: ids.feed, status: 'active', ...examplePlace, items: 3 },
  },
  'feed_item.failed': {
    description: 'An item of a feed became no post. `notes` says what stood in its way.',
    data: Type.Object(
      {
        id,
        feed_id: id,
        title: Type.String(),
        link: nullable(Type.String()),
        notes: Type.Array(eventReason),
      },
      closed,
    ),
    example: {
      id: ids.feedItem,
      feed_id: ids.feed,
      title: 'The harbour is open',
      link: 'https://blog.example.org/harbour',
      notes: [{ code: 'media_required', detail: 'A post on Pixelnet needs a picture.' }],
    },
  },
}

function feedBecame<Status extends string>(
  now: Status,
  description: string,
  before: string,
  problem: { code: string; detail: string } | null,
) {
  return {
    description,
    data: Type.Object(
      {
        id,
        status: Type.Literal(now),
        previous_status: status,
        ...place,
        problem: nullable(eventReason),
      },
      closed,
    ),
    example: { id: ids.feed, status: now, previous_status: before, ...examplePlace, problem },
  }
}
