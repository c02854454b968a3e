import { CalendarQuery, CalendarSchema } from '../../../posts/calendar/calendar-schema.ts'
import { getCalendar } from '../../../posts/calendar/get-calendar.ts'
import { defineOperation } from '../../operation.ts'
import { postExample } from './post-examples.ts'

const calendarExample = {
  timezone: 'Europe/Berlin',
  total: 1,
  statuses: { scheduled: 1 },
  days: [
    {
      date: '2030-05-06',
      from: '2030-05-05T22:00:00.000Z',
      to: '2030-05-06T22:00:00.000Z',
      total: 1,
      statuses: { scheduled: 1 },
      posts: [
        {
          id: postExample.id,
          status: 'scheduled',
          at: '2030-05-06T09:00:00.000Z',
          text: 'The autumn bread list',
          is_draft: false,
          platforms: ['microblog'],
          social_accounts: postExample.social_accounts,
          social_account_count: 1,
          thumbnail_url: `${postExample.media[0]}/thumbnail`,
          approval: null,
          movable: true,
          tags: postExample.tags,
          recurrence_id: null,
          open_notes: 0,
          author: '0198d3a0-1c2b-7def-8a00-000000000001',
          etag: '"0gGv8TzXBPnlJcqbNWkM6A"',
        },
      ],
      next: null,
    },
  ],
}

export const calendarOperations = [
  defineOperation({
    id: 'getCalendar',
    method: 'GET',
    path: '/v1/calendar',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'Get the posts of up to a year, day by day',
    description:
      'For each day by the clock of the zone: how many posts have each status, and the first posts in a short form. A post stands at its `scheduled_at`, or at its creation if it was published at once; a draft stands there once it has a time. An answer shows at most 4,000 posts: where there are more, each day shows fewer, and its `next` lists the rest.',
    query: CalendarQuery,
    response: CalendarSchema,
    successExample: calendarExample,
    run: (call, { query }) => getCalendar(call, query),
  }),
]
