import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { ApprovalClientSchema } from './approval-client.ts'
import { editEvents } from './edit-events.ts'
import { closed, exampleResult, id, ids, nullable, resultError, resultMembers } from './event-parts.ts'
import { feedEvents } from './feed-events.ts'
import { noteEvents } from './note-events.ts'
import { recurrenceEvents } from './recurrence-events.ts'

/** A type of event. docs/api/events.md is made from the catalogue of them. */
interface EventKind {
  readonly description: string
  readonly data: TObject
  readonly example: object
}

/** Every status that a post can have, in the order of its life. */
export const postStatuses = [
  'draft',
  'scheduled',
  'processing',
  'posted',
  'partial',
  'failed',
  'held',
  'needs_review',
  'canceled',
] as const

const postStatus = Type.Enum([...postStatuses])
const previousStatus = { previous_status: postStatus }
const externalId = { external_id: nullable(Type.String({ description: 'Your own name for the post.' })) }

/** A post whose status became another. */
function postBecame<Status extends string>(status: Status, description: string) {
  return {
    description,
    data: Type.Object({ id, status: Type.Literal(status), ...previousStatus }, closed),
    example: { id: ids.post, status, previous_status: status === 'processing' ? 'scheduled' : 'processing' },
  }
}

/** A post whose approval was asked for, given or refused. */
function postApproval(
  description: string,
  { previous, ...example }: { status: string; previous: string | null; comment: string | null },
) {
  return {
    description,
    data: Type.Object(
      {
        id,
        status: postStatus,
        previous_status: nullable(postStatus),
        by: Type.String({ format: 'uuid', description: 'The person who asked, approved or returned it.' }),
        comment: nullable(Type.String()),
        version: Type.Integer({ minimum: 1, description: 'The version of the content.' }),
        client: Type.Optional(ApprovalClientSchema),
      },
      closed,
    ),
    example: { id: ids.post, ...example, previous_status: previous, by: ids.person, version: 1 },
  }
}

/** A result, which is a post on one account, whose status became another. */
function resultBecame<Status extends string>(
  status: Status,
  description: string,
  example: { url: string | null; error: Static<typeof resultError> | null },
) {
  return {
    description,
    data: Type.Object(
      {
        ...resultMembers,
        status: Type.Literal(status),
        success: Type.Boolean(),
        url: nullable(Type.String({ description: 'Where the post is on the network.' })),
        error: nullable(resultError),
      },
      closed,
    ),
    example: {
      ...exampleResult,
      status,
      success: status === 'published',
      ...example,
    },
  }
}

/** A result whose deletion at its network came to an end. */
function resultLeft(description: string, error: Static<typeof resultError> | null) {
  return {
    description,
    data: Type.Object({ ...resultMembers, error: nullable(resultError) }, closed),
    example: { ...exampleResult, error },
  }
}

function accountBecame<Status extends string>(status: Status, description: string) {
  return {
    description,
    data: Type.Object(
      { id, platform: Type.String(), username: Type.String(), status: Type.Literal(status) },
      closed,
    ),
    example: { id: ids.account, platform: 'microblog', username: 'harbour', status },
  }
}

const pixels = nullable(Type.Integer({ minimum: 1 }))
const side = Type.Number({ minimum: -1, maximum: 1 })
const share = Type.Number({ minimum: 0, maximum: 1 })

function mediumOf<Status extends TSchema>(status: Status) {
  return {
    id,
    media_id: Type.String({ description: 'The storage path.' }),
    name: Type.String(),
    mime_type: Type.String(),
    size_bytes: Type.Integer({ minimum: 1 }),
    kind: Type.Enum(['image', 'gif', 'video', 'document']),
    status,
    url: nullable(Type.String({ format: 'uri', description: 'Public.' })),
    thumbnail_url: nullable(Type.String({ format: 'uri', description: 'Public: a small picture of it.' })),
    width: pixels,
    height: pixels,
    duration_ms: nullable(Type.Integer({ minimum: 0 })),
    alt_text: Type.String(),
    focus: nullable(Type.Object({ x: side, y: side }, closed)),
    tags: Type.Array(Type.String()),
    keep: Type.Boolean(),
    crop: nullable(Type.Object({ x: share, y: share, width: share, height: share }, closed)),
    created_at: Type.String({ format: 'date-time' }),
  }
}

const exampleMedium = {
  id: ids.medium,
  media_id: `${ids.account}/api/harbour-9f2c81aa.jpg`,
  name: 'harbour.jpg',
  mime_type: 'image/jpeg',
  size_bytes: 482_113,
  kind: 'image',
  alt_text: '',
  focus: null,
  tags: [],
  keep: false,
  crop: null,
  created_at: '2026-03-01T08:00:00.000Z',
} as const

/** Every type of event that is ever written. */
export const eventCatalog = {
  'post.created': {
    description: 'A post was created.',
    data: Type.Object({ id, status: postStatus, ...externalId }, closed),
    example: { id: ids.post, status: 'scheduled', external_id: null },
  },
  'post.updated': {
    description: 'A post was changed by a person.',
    data: Type.Object(
      {
        id,
        status: postStatus,
        ...previousStatus,
        changed: Type.Array(Type.String(), { description: 'The fields that the request named.' }),
      },
      closed,
    ),
    example: { id: ids.post, status: 'scheduled', previous_status: 'draft', changed: ['is_draft'] },
  },
  'post.processing': postBecame('processing', 'Crier began to publish a post.'),
  'post.posted': postBecame('posted', 'A post is public on all of its accounts.'),
  'post.partial': postBecame(
    'partial',
    'A post is public on some of its accounts, and failed on the others.',
  ),
  'post.failed': postBecame('failed', 'A post failed on all of its accounts.'),
  'post.needs_review': postBecame(
    'needs_review',
    'A post needs a review: it may or may not be public on an account, or its time was missed.',
  ),
  'post.held': postBecame(
    'held',
    'A post is held until a person does something, such as connecting an account again.',
  ),
  'post.canceled': postBecame('canceled', 'A post was canceled on all of its accounts.'),
  'post.submitted': postApproval(
    'A post waits for approval. `previous_status` is null if it was created so, and `held` if it waited before with other content.',
    { status: 'held', previous: 'draft', comment: null },
  ),
  'post.approved': postApproval('A post was approved.', {
    status: 'scheduled',
    previous: 'held',
    comment: null,
  }),
  'post.returned': postApproval(
    'A post that waited for approval is a draft again. `comment` says what should change.',
    { status: 'draft', previous: 'held', comment: 'Please name the price.' },
  ),
  'post.deleted': {
    description: 'A post was deleted.',
    data: Type.Object({ id, status: Type.Literal('deleted'), ...previousStatus, ...externalId }, closed),
    example: { id: ids.post, status: 'deleted', previous_status: 'draft', external_id: null },
  },
  'post_result.published': resultBecame('published', 'A post is public on one account, with all its parts.', {
    url: 'https://social.example/@harbour/81',
    error: null,
  }),
  'post_result.failed': resultBecame('failed', 'A post failed on one account.', {
    url: null,
    error: {
      code: 'rejected_by_network',
      category: 'content',
      message: 'The network refused this post.',
      retryable: false,
      platform_code: 'refused',
    },
  }),
  'post_result.needs_review': resultBecame(
    'needs_review',
    'A post needs a review for one account: it may or may not be public there, or its time was missed.',
    { url: null, error: null },
  ),
  'post_result.unpublished': resultLeft(
    'A post was deleted at the network of one account, with all its parts.',
    null,
  ),
  'post_result.unpublish_failed': resultLeft(
    'A post could not be deleted at the network of one account, and Crier does not try again by itself.',
    {
      code: 'deletion_refused_by_network',
      category: 'account',
      message: 'The server does not allow it.',
      retryable: false,
      platform_code: '403',
    },
  ),
  ...editEvents,
  ...recurrenceEvents,
  ...feedEvents,
  ...noteEvents,
  'social_account.connected': accountBecame('active', 'An account was connected, or connected again.'),
  'social_account.needs_reconnect': accountBecame(
    'needs_reconnect',
    'The network no longer accepts Crier’s access to an account. A person must connect it again.',
  ),
  'social_account.blocked': accountBecame(
    'blocked',
    'The network has blocked or suspended an account. A person must settle it with the network, then connect the account again.',
  ),
  'social_account.disconnected': accountBecame('disconnected', 'An account was disconnected by a person.'),
  'media.ready': {
    description: 'A file was uploaded and accepted.',
    data: Type.Object(mediumOf(Type.Literal('ready')), closed),
    example: {
      ...exampleMedium,
      status: 'ready',
      url: 'https://crier.example.org/media/5b0b8a2f6c1d4e7f9a3b2c1d0e9f8a7b.jpg',
      thumbnail_url: 'https://crier.example.org/media/5b0b8a2f6c1d4e7f9a3b2c1d0e9f8a7b.jpg/thumbnail',
      width: 1920,
      height: 1080,
      duration_ms: null,
    },
  },
  'media.rejected': {
    description:
      'The content of a file was refused, or a file could not be fetched from its URL. While `status` is `waiting`, the upload may be repeated until its URL expires; `rejected` is final.',
    data: Type.Object(
      {
        ...mediumOf(Type.Enum(['waiting', 'rejected'])),
        reason: Type.Enum([
          'media_type_mismatch',
          'media_damaged',
          'media_too_large',
          'media_too_complex',
          'media_hash_mismatch',
          'media_quota_exceeded',
          'url_not_allowed',
          'url_unreachable',
          'url_refused',
          'unsupported_media_type',
          'file_too_large',
        ]),
        detail: Type.String(),
      },
      closed,
    ),
    example: {
      ...exampleMedium,
      status: 'waiting',
      url: null,
      thumbnail_url: null,
      width: null,
      height: null,
      duration_ms: null,
      reason: 'media_damaged',
      detail:
        '“harbour.jpg” is refused. The file is damaged: a part of it is missing. Export it again, and upload the new file.',
    },
  },
  'webhook_endpoint.disabled': {
    description:
      'A webhook endpoint was switched off, because every delivery of five days failed, because it answered 410, or because somebody else may have set its URL in an account that the owner of the address has taken over (`inherited`). Other endpoints receive this.',
    data: Type.Object(
      {
        id,
        status: Type.Literal('disabled'),
        reason: Type.Enum(['failing', 'gone', 'inherited']),
        host: Type.String({ description: 'The host of its URL.' }),
        failing_since: nullable(Type.String({ format: 'date-time' })),
        disabled_at: Type.String({ format: 'date-time' }),
      },
      closed,
    ),
    example: {
      id: ids.endpoint,
      status: 'disabled',
      reason: 'failing',
      host: 'hooks.example.org',
      failing_since: '2026-03-01T08:00:00.000Z',
      disabled_at: '2026-03-06T08:10:00.000Z',
    },
  },
  'webhook_endpoint.enabled': {
    description:
      'A webhook endpoint that was off was switched on by a person. Other endpoints receive this too.',
    data: Type.Object(
      {
        id,
        status: Type.Literal('enabled'),
        host: Type.String({ description: 'The host of its URL.' }),
      },
      closed,
    ),
    example: { id: ids.endpoint, status: 'enabled', host: 'hooks.example.org' },
  },
  'webhook_endpoint.test': {
    description: 'A person asked for a test. It goes to that endpoint only, whichever events it wants.',
    data: Type.Object({ id, message: Type.String() }, closed),
    example: { id: ids.endpoint, message: 'This is a test of your webhook endpoint.' },
  },
} satisfies Readonly<Record<string, EventKind>>

export type EventType = keyof typeof eventCatalog

export const eventTypes = Object.keys(eventCatalog) as EventType[]
export type EventData<Kind extends EventType> = Static<(typeof eventCatalog)[Kind]['data']>
