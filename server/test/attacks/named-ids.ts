import { newId } from '../../src/lib/id.ts'
import type { House, Send } from '../house.ts'
import type { Belongings } from './belongings.ts'
import {
  type DescribedOperation,
  isOfType,
  type Parameter,
  type Place,
  placesIn,
  pointerOf,
  putAt,
  type Schema,
} from './described-api.ts'

/** One thing of each kind that a body or a query can name, whether of the API or of the session API. */
export interface Named extends Belongings {
  person: string
  /** The id under which a browser knows a passkey. */
  credential: string
  'time-zone-change': string
}

export type Kind = keyof Named

/** A place of a body or a query at which a request names something. */
export interface IdPlace {
  readonly operation: DescribedOperation
  readonly place: 'body' | 'query'
  /** As a message names it, such as `createPost /media/0`. */
  readonly name: string
  readonly kind: Kind
  /** The value of this place where these are the things that it can name. */
  value(named: Named): string
  /** The body with the value at this place. Left out for a place of a query. */
  put?(body: unknown, named: Named): unknown
}

/** The things that a place of a body names, by its pointer without the numbers of lists. */
const inBodies: Readonly<Record<string, Kind>> = {
  '/media': 'mediaPath',
  '/media/media_id': 'mediaPath',
  '/social_accounts': 'social-accounts',
  '/variations/media': 'mediaPath',
  '/variations/media/media_id': 'mediaPath',
  '/social_account_id': 'social-accounts',
  '/social_account_ids': 'social-accounts',
  '/external_ids': 'candidate',
  '/member_id': 'person',
  '/mentions': 'person',
  '/undo': 'time-zone-change',
  '/credential/id': 'credential',
  '/items': 'feed-items',
  '/posts': 'posts',
  '/filter/social_account_ids': 'social-accounts',
}

const inQueries: Readonly<Record<string, Kind>> = {
  post_id: 'posts',
  post_result_id: 'post-results',
  recurrence_id: 'recurrences',
  social_account_id: 'social-accounts',
  // A post may have the id of somebody else's, so an account stands for what events tell of.
  subject: 'social-accounts',
  author: 'person',
  actor: 'person',
  // The part of a feed below one post, by the id of its result.
  post: 'post-results',
}

/** Words that name nothing that anybody has here, by the last name of their place. */
const words = new Set(
  `name mime_type sha256 alt_text tags tag url platform platforms way logo_url return_url external_id caption body
   timezone times starts_on ends_on media_urls comment description time email password token code current_password new_password challenge
   rawId clientDataJSON authenticatorData signature userHandle attestationObject transports ip_allow
   cursor type from to username query scheduled_from scheduled_to text action ip
   recipient ref seen client_id redirect_uri response_type code_challenge code_challenge_method scope state resource`.split(
    /\s+/,
  ),
)

/** Places that take whatever a client or a network likes. Ids can stand in those of a post; see `hiddenPlaces`. */
const open = new Set([
  '/behavior',
  '/behavior/key',
  '/fields/key',
  '/metadata/key',
  '/options',
  '/options/key',
  '/platform_configurations',
  '/platform_configurations/key',
  '/account_configurations',
  '/account_configurations/key',
  '/key',
])

/** A post may bring its own id, which names nothing that is there. 01-bodies.test.ts has a test of its own for it. */
const isBroughtId = ({ id }: DescribedOperation, pointer: string) =>
  pointer === '/id' && ['createPost', 'createManyPosts', 'validatePost'].includes(id)

/**
 * Every place of every body and query in which something is named.
 * @throws for a place that may hold an id and of which nobody has said what it names, so that none is forgotten
 */
export function idPlacesOf(operations: readonly DescribedOperation[], own: Belongings): IdPlace[] {
  return operations.flatMap((operation) => [
    ...inBody(operation),
    ...hiddenPlaces(operation, own),
    ...inQuery(operation),
  ])
}

function inBody(operation: DescribedOperation): IdPlace[] {
  if (operation.body === null) return []
  return placesIn(operation.body).flatMap(({ path, schema }) => {
    // A post among many names the same as one that is created alone.
    const pointer = pointerOf(path.filter((step) => step !== 0)).replace(/^\/posts(?=\/)/, '')
    if (!mayHoldId(schema) || open.has(pointer) || isBroughtId(operation, pointer)) return []
    const kind = inBodies[pointer]
    if (kind !== undefined) return [placeInBody(operation, path, kind)]
    if (words.has(pointer.slice(pointer.lastIndexOf('/') + 1))) return []
    throw new Error(`Say in named-ids.ts what ${pointer} in the body of ${operation.id} names.`)
  })
}

function inQuery(operation: DescribedOperation): IdPlace[] {
  return operation.parameters.filter(isOfQuery).flatMap(({ name, schema }) => {
    if (!mayHoldId(schema.items ?? schema)) return []
    const kind = inQueries[name]
    if (kind !== undefined) {
      const value = (named: Named) => named[kind]
      return [{ operation, place: 'query', name: `${operation.id} ?${name}`, kind, value }]
    }
    if (words.has(name)) return []
    throw new Error(`Say in named-ids.ts what ?${name} of ${operation.id} names.`)
  })
}

const isOfQuery = ({ in: place }: Parameter) => place === 'query'

/** Whether a text that somebody else knows could stand there. A list is looked at by its items, an object by its members. */
function mayHoldId({
  type,
  format,
  enum: choices,
  const: only,
  anyOf,
  properties,
  ...schema
}: Schema): boolean {
  if (choices !== undefined || only !== undefined || anyOf !== undefined || format === 'date-time')
    return false
  if (type === undefined) return properties === undefined
  if (isOfType({ type }, 'string')) return true
  const isOpen = schema.additionalProperties === undefined && schema.patternProperties === undefined
  return isOfType({ type }, 'object') && properties === undefined && isOpen
}

function placeInBody(
  operation: DescribedOperation,
  path: Place['path'],
  kind: Kind,
  write: (id: string) => unknown = (id) => id,
): IdPlace {
  return {
    operation,
    place: 'body',
    name: `${operation.id} ${pointerOf(path)}`,
    kind,
    value: (named) => named[kind],
    put: (body, named) => putAt(alone(operation, path, body), path, write(named[kind])),
  }
}

/** A review link is for posts or for a filter, so a body with a filter names no posts. */
function alone({ id }: DescribedOperation, [first]: Place['path'], body: unknown): unknown {
  return id === 'createReviewLink' && first === 'filter' ? { recipient: 'Client' } : body
}

/** The places inside the parts that the document leaves open, which are the configurations of a post. */
function hiddenPlaces(operation: DescribedOperation, own: Belongings): IdPlace[] {
  if (!operation.body?.properties?.account_configurations) return []
  const accountId = own['social-accounts']
  return [
    placeInBody(operation, ['media', 0], 'mediaUrl'),
    placeInBody(operation, ['platform_configurations', 'sandbox', 'media', 0], 'mediaPath'),
    placeInBody(operation, ['platform_configurations', 'sandbox', 'thread', 0, 'media', 0], 'mediaPath'),
    placeInBody(operation, ['account_configurations', 0], 'social-accounts', (id) => ({
      account_id: id,
      caption: 'x',
    })),
    placeInBody(operation, ['account_configurations', accountId, 'media', 0], 'mediaPath'),
  ]
}

/** Things that were never anybody's. */
export function neverNamed({ context }: Pick<House, 'context'>): Named {
  return {
    posts: newId(),
    'post-results': newId(),
    'social-accounts': newId(),
    'connect-attempts': newId(),
    'connect-links': newId(),
    candidate: newId(),
    'queue-slots': newId(),
    recurrences: newId(),
    'saved-texts': newId(),
    media: newId(),
    mediaPath: `${newId()}/api/picture-${newId()}.jpg`,
    mediaUrl: `${context.config.publicUrl}/media/${newId().replaceAll('-', '')}.jpg`,
    'webhook-endpoints': newId(),
    feeds: newId(),
    'feed-items': newId(),
    'review-links': newId(),
    person: newId(),
    credential: Buffer.from(newId()).toString('base64url'),
    'time-zone-change': newId(),
  }
}

/** The request that names a thing at a place: its query, or its body. */
export function requestWith(
  { place, name, put, value }: IdPlace,
  body: unknown,
  named: Named,
): { query: string; send: Send } {
  if (place === 'query')
    return { query: `?${name.slice(name.indexOf('?') + 1)}=${encodeURIComponent(value(named))}`, send: {} }
  return { query: '', send: { body: put?.(body, named) } }
}
