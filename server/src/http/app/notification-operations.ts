import Type from 'typebox'
import { pageQuery, pageSchema } from '../../lib/requests/page.ts'
import { partsSchema } from '../../lib/text/parts-schema.ts'
import { chooseNotifications, listChoices } from '../../notifications/choices.ts'
import { kinds, notificationWays } from '../../notifications/kinds.ts'
import { listNotifications } from '../../notifications/list-notifications.ts'
import { markAllRead, markRead } from '../../notifications/mark-read.ts'
import { id, idParams, nullable, time } from '../schemas.ts'
import { closed, done, isDone } from './schemas.ts'
import { defineWorkspaceOperation } from './workspace-operation.ts'

const kind = Type.Enum([...kinds])
const way = Type.Enum([...notificationWays])
const mode = Type.Enum(['live', 'test'])

const sentence = Type.Object(
  { text: Type.String({ description: 'The sentence in English.' }), ...partsSchema },
  { title: 'NotificationSentence', ...closed },
)

const notification = Type.Object(
  {
    id,
    kind,
    event_type: Type.String({ description: 'The type of the event that it tells of.' }),
    subject_id: id,
    title: Type.String({ description: 'In English.' }),
    detail: Type.String({ description: 'In English; empty where there is nothing more to say.' }),
    title_words: sentence,
    detail_words: Type.Array(sentence, {
      description: 'The sentences of the detail, each with its varying parts.',
    }),
    path: Type.String({ description: 'The page of the app where one sees it, or does something about it.' }),
    created_at: time,
    read_at: nullable(time),
    resolved_at: nullable(time),
  },
  { title: 'Notification', ...closed },
)

const notificationExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70',
  kind: 'failed',
  event_type: 'post.failed',
  subject_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40',
  title: 'Not published: “Autumn bread list”',
  detail: '@harbour on Microblog: The network refused this post.',
  title_words: {
    text: 'Not published: “Autumn bread list”',
    template: 'Not published: {post}',
    params: { post: { template: '“{excerpt}”', params: { excerpt: 'Autumn bread list' } } },
  },
  detail_words: [
    {
      text: '@harbour on Microblog: The network refused this post.',
      template: '@{username} on {network}: {reason}',
      params: {
        username: 'harbour',
        network: 'Microblog',
        reason: { template: 'The network refused this post.', params: {} },
      },
    },
  ],
  path: '/posts/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40',
  created_at: '2026-03-02T17:20:00.000Z',
  read_at: null,
  resolved_at: null,
}

const page = pageSchema(notification)

const choice = Type.Object(
  {
    kind,
    way,
    usual: Type.Enum([...notificationWays], {
      description: 'The way of your role, unless you choose another.',
    }),
  },
  { title: 'NotificationChoice', ...closed },
)

const choices = Type.Object({ data: Type.Array(choice) }, closed)
const choicesExample = { data: [{ kind: 'failed', way: 'app', usual: 'mail' }] }

/** The notifications of a member, in the app and by mail. */
export const notificationOperations = [
  defineWorkspaceOperation({
    id: 'listNotifications',
    method: 'GET',
    path: '/notifications',
    mayWait: true,
    least: 'viewer',
    summary: 'List your notifications',
    description:
      'The newest first. `unread` counts those that you have neither read nor that were settled meanwhile. They are kept for 90 days.',
    query: Type.Object(
      {
        ...pageQuery,
        mode: Type.Optional(mode),
        unread: Type.Optional(Type.Boolean({ description: 'Only those that are neither read nor settled.' })),
      },
      closed,
    ),
    response: Type.Object({ ...page.properties, unread: Type.Integer({ minimum: 0 }) }, closed),
    successExample: {
      data: [notificationExample],
      meta: { total: 1, offset: 0, limit: 10, next: null },
      unread: 1,
    },
    run: ({ db, context, member }, { query, url }) => listNotifications(db, context, member, query, url),
  }),
  defineWorkspaceOperation({
    id: 'markNotificationRead',
    method: 'POST',
    audit: { none: 'It concerns what one person has read.' },
    path: '/notifications/{id}/read',
    least: 'viewer',
    thing: 'notification',
    summary: 'Mark a notification as read',
    description: 'It is not mailed any more.',
    params: idParams,
    response: done,
    successExample: isDone,
    run: async ({ db, member }, { params }) => {
      await markRead(db, member, params.id)
      return isDone
    },
  }),
  defineWorkspaceOperation({
    id: 'markAllNotificationsRead',
    method: 'POST',
    audit: { none: 'It concerns what one person has read.' },
    path: '/notifications/read-all',
    least: 'viewer',
    summary: 'Mark all your notifications as read',
    body: Type.Object(
      {
        mode,
        until: Type.Optional({
          ...time,
          description: 'The `created_at` of the newest one that you have seen; later ones stay unread.',
        }),
      },
      closed,
    ),
    response: Type.Object({ read: Type.Integer({ minimum: 0 }) }, closed),
    bodyExample: { mode: 'live', until: '2026-03-02T17:20:00.000Z' },
    successExample: { read: 3 },
    run: async ({ db, member }, { body }) => ({
      read: await markAllRead(db, member, { mode: body.mode, until: body.until ?? null }),
    }),
  }),
  defineWorkspaceOperation({
    id: 'listNotificationChoices',
    method: 'GET',
    path: '/notification-choices',
    least: 'viewer',
    summary: 'List how you are told of each kind of thing',
    response: choices,
    successExample: choicesExample,
    run: async ({ db, member }) => ({ data: await listChoices(db, member) }),
  }),
  defineWorkspaceOperation({
    id: 'chooseNotifications',
    method: 'PATCH',
    audit: { none: 'It concerns what one person is told.' },
    path: '/notification-choices',
    least: 'viewer',
    summary: 'Choose how you are told of some kinds of things',
    description:
      '`none`: not at all; `app`: in the app; `mail`: in the app and by mail. `held` is for posts that wait for a person, feeds that stopped or cannot be read, and posts that can no longer be repeated.',
    body: Type.Object(
      {
        failed: Type.Optional(way),
        needs_review: Type.Optional(way),
        held: Type.Optional(way),
        approval: Type.Optional(way),
        approved: Type.Optional(way),
        returned: Type.Optional(way),
        reconnect: Type.Optional(way),
        webhook: Type.Optional(way),
        note: Type.Optional(way),
      },
      closed,
    ),
    response: choices,
    bodyExample: { failed: 'app' },
    successExample: choicesExample,
    run: async ({ db, member }, { body }) => {
      await chooseNotifications(db, member, body)
      return { data: await listChoices(db, member) }
    },
  }),
]
