import Type from 'typebox'
import { checkFeed, readCheckedFeed } from '../../../feeds/check-feed.ts'
import { createFeed, readNewFeed } from '../../../feeds/create-feed.ts'
import { decideFeedItems } from '../../../feeds/decide-feed-items.ts'
import { deleteFeed } from '../../../feeds/delete-feed.ts'
import { showFeed } from '../../../feeds/feed-row.ts'
import {
  DecisionBody,
  FeedChangesBody,
  FeedCheckBody,
  FeedCheckSchema,
  FeedItemSchema,
  FeedSchema,
  itemOutcomes,
  NewFeedBody,
} from '../../../feeds/feed-schema.ts'
import { listFeedItems } from '../../../feeds/list-feed-items.ts'
import { listFeeds } from '../../../feeds/list-feeds.ts'
import { beginLook, lookAtFeed } from '../../../feeds/look-at-feed.ts'
import { readOtherAddress, updateFeed } from '../../../feeds/update-feed.ts'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, idParams } from '../../schemas.ts'
import { checkExample, decidedExample, feedExample, itemExample, newFeedExample } from './feed-examples.ts'

const closed = { additionalProperties: false }
const thing = 'feed'
const path = '/v1/feeds'
// An address may hold a secret.
const keeps = ['social_accounts', 'action', 'with_picture', 'max_per_day', 'status', 'newest']

const changes = [
  defineOperation({
    id: 'createFeed',
    method: 'POST',
    audit: { action: 'feed.create', keeps },
    path,
    scope: 'write',
    kind: 'change',
    problems: [409],
    summary: 'Add a feed whose new items become posts',
    description:
      'The feed is read first. All items that it has then count as seen, but for the newest that are asked for. From then on it is looked at every quarter of an hour, or less often if its server asks for that, and each new item becomes one post, whatever its feed does later. A feed whose items become more than drafts also needs the scope `publish`; the posts of an author’s feed wait for approval instead.',
    body: NewFeedBody,
    response: FeedSchema,
    bodyExample: newFeedExample,
    successExample: feedExample,
    ask:
      ({ body }) =>
      (call) =>
        readNewFeed(call, body),
    run: (call, { body }, found) => createFeed(call, body, found),
  }),
  defineOperation({
    id: 'updateFeed',
    method: 'PATCH',
    audit: { action: 'feed.update', keeps },
    path: `${path}/{id}`,
    scope: 'write',
    kind: 'change',
    thing,
    summary: 'Change, pause or resume a feed',
    description:
      'Changes the given fields and keeps the others. From then on its posts are made in the name of who changed it. At another address all items count as seen. Without the scope `publish`, only feeds of your own person can be changed. To pause one and change nothing else, `write` suffices whatever its `action` is, and it stays in the name that it has.',
    params: idParams,
    body: FeedChangesBody,
    response: FeedSchema,
    bodyExample: { action: 'queue' },
    successExample: { ...feedExample, action: 'queue' },
    ask: ({ params, body }) => {
      const { url } = body
      return url === undefined ? null : (call) => readOtherAddress(call, params.id, url, body)
    },
    run: (call, { params, body }, found) => updateFeed(call, params.id, body, found),
  }),
  defineOperation({
    id: 'deleteFeed',
    method: 'DELETE',
    audit: 'feed.delete',
    path: `${path}/{id}`,
    scope: 'write',
    kind: 'change',
    thing,
    summary: 'Delete a feed',
    description: 'Its posts stay. Without the scope `publish`, only feeds of your own person can be deleted.',
    params: idParams,
    response: deleted,
    successExample: { id: feedExample.id, deleted: true, success: true },
    run: async (call, { params }) => {
      await deleteFeed(call, params.id)
      return { id: params.id, deleted: true as const, success: true as const }
    },
  }),
  defineOperation({
    id: 'lookAtFeed',
    method: 'POST',
    audit: 'feed.look',
    path: `${path}/{id}/look`,
    scope: 'write',
    kind: 'change',
    thing,
    problems: [409],
    summary: 'Look at a feed now',
    description:
      'Answers the feed as it is after the look; posts of new items follow within seconds. A feed is asked at most every ten seconds.',
    params: idParams,
    response: FeedSchema,
    successExample: feedExample,
    ask:
      ({ params }) =>
      (call) =>
        beginLook(call, params.id),
    run: (call, _input, look) => lookAtFeed(call, look),
  }),
  defineOperation({
    id: 'decideFeedItems',
    method: 'POST',
    audit: { action: 'feed.decide', keeps: ['decision'] },
    path: `${path}/{id}/decide`,
    scope: 'write',
    kind: 'change',
    thing,
    problems: [409],
    summary: 'Decide about items that wait: post them, or skip them',
    description:
      'An item that is a post already stays one. Without `items`, all that wait are decided, at most 50 at once.',
    params: idParams,
    body: DecisionBody,
    response: Type.Object(
      { decided: Type.Integer({ minimum: 0 }), feed: FeedSchema },
      { title: 'FeedDecision', ...closed },
    ),
    bodyExample: { decision: 'skip' },
    successExample: decidedExample,
    run: (call, { params, body }) => decideFeedItems(call, params.id, body),
  }),
]

export const feedOperations = [
  ...changes,
  defineOperation({
    id: 'checkFeed',
    method: 'POST',
    audit: { none: 'It stores nothing.' },
    path: `${path}/check`,
    scope: 'write',
    kind: 'read',
    summary: 'Read a feed before adding it',
    description:
      'Answers its newest items, and the newest of them as it would go out on each of the accounts. An address of a page leads to the feed that the page names.',
    body: FeedCheckBody,
    response: FeedCheckSchema,
    bodyExample: { url: newFeedExample.url, social_accounts: newFeedExample.social_accounts },
    successExample: checkExample,
    ask:
      ({ body }) =>
      (call) =>
        readCheckedFeed(call, body),
    run: (call, { body }, found) => checkFeed(call, body, found),
  }),
  defineOperation({
    id: 'listFeeds',
    method: 'GET',
    path,
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'List the feeds',
    description: 'All of them unless a limit is given, newest first.',
    query: Type.Object(pageQuery, closed),
    response: pageSchema(FeedSchema),
    successExample: { data: [feedExample], meta: { total: 1, offset: 0, limit: 1, next: null } },
    run: (call, { query, url }) => listFeeds(call, query, url),
  }),
  defineOperation({
    id: 'getFeed',
    method: 'GET',
    path: `${path}/{id}`,
    scope: 'read',
    kind: 'read',
    thing,
    summary: 'Get a feed',
    params: idParams,
    response: FeedSchema,
    successExample: feedExample,
    run: (call, { params }) => showFeed(call, params.id),
  }),
  defineOperation({
    id: 'listFeedItems',
    method: 'GET',
    path: `${path}/{id}/items`,
    scope: 'read',
    kind: 'read',
    mayWait: true,
    thing,
    summary: 'List the items of a feed, and what became of each',
    description: 'The item that was found last comes first.',
    params: idParams,
    query: Type.Object(
      {
        ...pageQuery,
        outcome: Type.Optional(
          Type.Array(Type.Enum([...itemOutcomes]), {
            maxItems: itemOutcomes.length,
            description: 'Items with one of these outcomes alone.',
          }),
        ),
      },
      closed,
    ),
    response: pageSchema(FeedItemSchema),
    successExample: { data: [itemExample], meta: { total: 1, offset: 0, limit: 10, next: null } },
    run: (call, { params, query, url }) => listFeedItems(call, params.id, query, url),
  }),
]
