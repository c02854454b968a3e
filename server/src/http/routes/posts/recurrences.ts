import Type from 'typebox'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { createRecurrence } from '../../../recurrences/create-recurrence.ts'
import { deleteRecurrence } from '../../../recurrences/delete-recurrence.ts'
import { getRecurrence } from '../../../recurrences/get-recurrence.ts'
import { listRecurrences } from '../../../recurrences/list-recurrences.ts'
import { previewRecurrence } from '../../../recurrences/preview-recurrence.ts'
import {
  NewRecurrenceBody,
  RecurrenceChangesBody,
  RecurrencePreviewBody,
} from '../../../recurrences/recurrence-body.ts'
import {
  ChangedRecurrenceSchema,
  LocalTimeSchema,
  RecurrenceSchema,
  ReplannedSchema,
} from '../../../recurrences/recurrence-schema.ts'
import { updateRecurrence } from '../../../recurrences/update-recurrence.ts'
import { defineOperation } from '../../operation.ts'
import { id, idParams } from '../../schemas.ts'
import {
  changedRecurrenceExample,
  newRecurrenceExample,
  recurrenceExample,
  replannedExample,
} from './recurrence-examples.ts'

const closed = { additionalProperties: false }
const thing = 'recurrence'
const path = '/v1/recurrences'
const keeps = ['rule', 'timezone', 'starts_on', 'ends_on', 'ends_after', 'status', 'social_accounts']

export const recurrenceOperations = [
  defineOperation({
    id: 'createRecurrence',
    method: 'POST',
    audit: { action: 'recurrence.create', keeps },
    path,
    scope: 'write',
    kind: 'change',
    problems: [409],
    summary: 'Post something again and again',
    description:
      'Takes the content of a post and a rule for its times. The posts of the next 30 days are made at once, up to 40 of them, and the others in good time. Each is an ordinary post, which may be changed, moved, canceled or deleted by itself. It needs the scope `publish` as well; the posts of an author wait for approval instead.',
    body: NewRecurrenceBody,
    response: RecurrenceSchema,
    bodyExample: newRecurrenceExample,
    successExample: recurrenceExample,
    run: (call, { body }) => createRecurrence(call, body),
  }),
  defineOperation({
    id: 'listRecurrences',
    method: 'GET',
    path,
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'List recurrences, newest first',
    query: Type.Object(
      {
        ...pageQuery,
        social_account_id: Type.Optional(
          Type.Array(Type.String({ format: 'uuid' }), {
            maxItems: 100,
            description: 'Recurrences on one of these accounts.',
          }),
        ),
      },
      closed,
    ),
    response: pageSchema(RecurrenceSchema),
    successExample: { data: [recurrenceExample], meta: { total: 1, offset: 0, limit: 10, next: null } },
    run: (call, { query, url }) => listRecurrences(call, query, url),
  }),
  defineOperation({
    id: 'previewRecurrence',
    method: 'POST',
    audit: { none: 'It stores nothing.' },
    path: `${path}/preview`,
    scope: 'read',
    kind: 'read',
    summary: 'List the next times of a rule without storing it',
    body: RecurrencePreviewBody,
    response: Type.Object(
      { timezone: Type.String(), times: Type.Array(Type.Object(LocalTimeSchema, closed)) },
      { title: 'RecurrencePreview', ...closed },
    ),
    bodyExample: { rule: newRecurrenceExample.rule, timezone: 'Europe/Berlin', count: 2 },
    successExample: {
      timezone: 'Europe/Berlin',
      times: recurrenceExample.next_times.map(({ at, local_time }) => ({ at, local_time })),
    },
    run: (call, { body }) => previewRecurrence(call, body),
  }),
  defineOperation({
    id: 'getRecurrence',
    method: 'GET',
    path: `${path}/{id}`,
    scope: 'read',
    kind: 'read',
    thing,
    summary: 'Get a recurrence',
    params: idParams,
    response: RecurrenceSchema,
    successExample: recurrenceExample,
    run: (call, { params }) => getRecurrence(call, params.id),
  }),
  defineOperation({
    id: 'updateRecurrence',
    method: 'PATCH',
    audit: { action: 'recurrence.update', keeps },
    path: `${path}/{id}`,
    scope: 'write',
    kind: 'change',
    thing,
    summary: 'Change, pause or resume a recurrence',
    description:
      'Changes the given fields and keeps the others. The posts to come follow, but for those that somebody has changed by hand; `posts` says how many of each there are. The posts are then made in the name of who changed it.',
    params: idParams,
    body: RecurrenceChangesBody,
    response: ChangedRecurrenceSchema,
    bodyExample: { status: 'paused' },
    successExample: changedRecurrenceExample,
    run: (call, { params, body }) => updateRecurrence(call, params.id, body),
  }),
  defineOperation({
    id: 'deleteRecurrence',
    method: 'DELETE',
    audit: 'recurrence.delete',
    path: `${path}/{id}`,
    scope: 'write',
    kind: 'change',
    thing,
    summary: 'Delete a recurrence and its posts to come',
    description: 'Posts that somebody has changed by hand stay, and so do those that have gone out.',
    params: idParams,
    query: Type.Object(
      {
        keep_posts: Type.Optional(
          Type.Boolean({ description: 'Leaves all posts that are planned already.' }),
        ),
      },
      closed,
    ),
    response: Type.Object(
      { id, deleted: Type.Literal(true), success: Type.Literal(true), posts: ReplannedSchema },
      { title: 'DeletedRecurrence', ...closed },
    ),
    successExample: { id: recurrenceExample.id, deleted: true, success: true, posts: replannedExample },
    run: (call, { params, query }) =>
      deleteRecurrence(call, params.id, { keepPosts: query.keep_posts ?? false }),
  }),
]
