import Type from 'typebox'
import type { ShownAddress } from '../../posts/calendar/addresses/calendar-address.ts'
import { createCalendarAddress } from '../../posts/calendar/addresses/create-calendar-address.ts'
import { deleteCalendarAddress } from '../../posts/calendar/addresses/delete-calendar-address.ts'
import { listCalendarAddresses } from '../../posts/calendar/addresses/list-calendar-addresses.ts'
import { replaceCalendarAddress } from '../../posts/calendar/addresses/replace-calendar-address.ts'
import { locales } from '../../words/locales.ts'
import { id, idParams, nullable, time } from '../schemas.ts'
import { closed, done, isDone } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The name of the calendar, as the program shows it.',
})
const accountIds = (description: string) => Type.Array(id, { maxItems: 100, uniqueItems: true, description })
const language = Type.Enum([...locales])

const address = Type.Object(
  {
    id,
    name,
    social_account_ids: accountIds('The accounts whose posts it has; empty: all posts.'),
    language,
    last_read_at: nullable(time),
    created_at: time,
  },
  { title: 'CalendarAddress', ...closed },
)

const addressExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b60',
  name: 'Harbour Bakery',
  social_account_ids: [],
  language: 'en',
  last_read_at: '2026-03-02T17:20:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
}

const made = Type.Object(
  { id, url: Type.String({ description: 'The address with its secret. It is shown this once.' }) },
  { title: 'MadeCalendarAddress', ...closed },
)
const madeExample = {
  id: addressExample.id,
  url: 'https://crier.example.org/calendars/crier_calendar_….ics',
}

/** The addresses by which programs read the plan of a workspace as a calendar. Each belongs to a member, who alone sees it. */
export const calendarAddressOperations = [
  defineWorkspaceOperation({
    id: 'listCalendarAddresses',
    method: 'GET',
    path: '/calendar-addresses',
    mayWait: true,
    least: 'viewer',
    summary: 'List your calendar addresses',
    response: Type.Object({ data: Type.Array(address) }, closed),
    successExample: { data: [addressExample] },
    run: async ({ db, member }) => ({ data: (await listCalendarAddresses(db, member)).map(toJson) }),
  }),
  defineWorkspaceOperation({
    id: 'createCalendarAddress',
    method: 'POST',
    audit: { action: 'calendar_address.create', keeps: ['name', 'social_account_ids', 'language'] },
    path: '/calendar-addresses',
    least: 'viewer',
    needsProof: true,
    problems: [409, 422],
    summary: 'Make an address for a calendar',
    description:
      'The address opens the live posts of the last 30 and the next 180 days, with their texts, as iCalendar (RFC 5545), to anybody who has it. It ends when you leave the workspace.',
    body: Type.Object(
      {
        name,
        social_account_ids: Type.Optional(
          accountIds('Only posts on one of these accounts; empty: all posts.'),
        ),
        language: Type.Optional(language),
      },
      closed,
    ),
    response: made,
    bodyExample: { name: addressExample.name, language: 'en' },
    successExample: madeExample,
    run: ({ db, context, member }, { body }) =>
      createCalendarAddress(db, context.config, member, {
        name: body.name,
        accountIds: body.social_account_ids ?? [],
        language: body.language ?? 'en',
      }),
  }),
  defineWorkspaceOperation({
    id: 'replaceCalendarAddress',
    method: 'POST',
    audit: 'calendar_address.replace',
    path: '/calendar-addresses/{id}/replace',
    least: 'viewer',
    needsProof: true,
    thing: 'calendar address',
    summary: 'Give a calendar another address',
    description: 'The one that it had ends at once.',
    params: idParams,
    response: made,
    successExample: madeExample,
    run: ({ db, context, member }, { params }) =>
      replaceCalendarAddress(db, context.config, member, params.id),
  }),
  defineWorkspaceOperation({
    id: 'deleteCalendarAddress',
    method: 'DELETE',
    audit: 'calendar_address.delete',
    path: '/calendar-addresses/{id}',
    least: 'viewer',
    thing: 'calendar address',
    summary: 'End a calendar address for good',
    description: 'The next program that reads it gets nothing.',
    params: idParams,
    response: done,
    successExample: isDone,
    run: async ({ db, member }, { params }) => {
      await deleteCalendarAddress(db, member, params.id)
      return isDone
    },
  }),
]

function toJson({ id, name, accountIds, language, lastReadAt, createdAt }: ShownAddress) {
  return {
    id,
    name,
    social_account_ids: [...accountIds],
    language,
    last_read_at: lastReadAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  }
}
