import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** An account at Google, which holds locations. */
export interface FakeAccount {
  readonly id: string
  readonly type: 'PERSONAL' | 'LOCATION_GROUP' | 'ORGANIZATION'
  readonly title: string
  readonly owner: string
  readonly locationIds: readonly string[]
}

export interface FakeLocation {
  readonly id: string
  readonly title: string
  readonly address: { readonly addressLines: readonly string[]; readonly locality: string } | null
  readonly isVerified: boolean
}

export interface FakePost {
  readonly id: string
  readonly locationId: string
  readonly resource: JsonObject
  readonly photos: readonly Buffer[]
  readonly createTime: string
  summary: string
  /** When Google has looked at it. */
  readyAt: number
  isRejected: boolean
}

export interface World {
  readonly accounts: readonly FakeAccount[]
  readonly locations: readonly FakeLocation[]
  /** Newest first, as they are listed. */
  readonly posts: FakePost[]
  /** The time for which Google looks at a new post, in milliseconds. */
  processMs: number
  /** The most members of a page, where fewer than are asked for. */
  mostOnPage: number
  /** Where a host with a name that only a test knows really is. */
  readonly hosts: Map<string, string>
  /** Whether posts are listed with the address from which a photo was fetched. */
  repeatsSource: boolean
  /** Whether the project has been given access. */
  isApproved: boolean
  /** The person who calls, if their access is good. @throws FakeRefusal */
  access(call: FakeCall): string
}

const ofType = 'type.googleapis.com/'

/** An error as Google's APIs write it. */
export function refuse(
  code: number,
  status: string,
  message: string,
  details: readonly JsonObject[] = [],
): FakeRefusal {
  return new FakeRefusal(message, {
    status: code,
    json: { error: { code, message, status, ...(details.length > 0 ? { details: [...details] } : {}) } },
  })
}

/** A fault of the content, which the older API names in a detail. */
export function refuseField(field: string, message: string): FakeRefusal {
  const errorDetails = [{ code: 2, field, message }]
  const detail = { '@type': `${ofType}google.mybusiness.v4.ValidationError`, errorDetails }
  return refuse(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', [detail])
}

export function errorInfo(reason: string, metadata: Readonly<Record<string, string>> = {}): JsonObject {
  return { '@type': `${ofType}google.rpc.ErrorInfo`, reason, domain: 'googleapis.com', metadata }
}

export function retryInfo(seconds: number): JsonObject {
  return { '@type': `${ofType}google.rpc.RetryInfo`, retryDelay: `${seconds}s` }
}

export function ok(json: Json): FakeAnswer {
  return { status: 200, json }
}

/** The content of a call, with no other members than these. @throws FakeRefusal */
export function bodyOf({ body, headers }: FakeCall, members: readonly string[]): JsonObject {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw refuse(400, 'INVALID_ARGUMENT', 'The content must be JSON.')
  try {
    return membersOf(JSON.parse(body.toString()), '', members)
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.')
    throw error
  }
}

/** An object with no other members than these. @throws FakeRefusal */
export function membersOf(json: Json | undefined, field: string, members: readonly string[]): JsonObject {
  const object = asObject(json)
  if (!object) throw refuseField(field, 'It is no message.')
  const unknown = Object.keys(object).find((name) => !members.includes(name))
  if (unknown === undefined) return object
  const message = `Invalid JSON payload received. Unknown name "${unknown}" at '${field}': Cannot find field.`
  throw refuse(400, 'INVALID_ARGUMENT', message)
}

export function listOf(json: Json | undefined, field: string): readonly Json[] {
  if (!isArray(json)) throw refuseField(field, 'It is no list.')
  return json
}

/** One page of a list, with these parameters and none else. An empty list comes without its member. */
export function pageOf(
  { url }: FakeCall,
  { name, most, usual, known = [] }: { name: string; most: number; usual: number; known?: readonly string[] },
  all: readonly JsonObject[],
  { mostOnPage }: World,
): FakeAnswer {
  refuseUnknown(url, ['pageSize', 'pageToken', ...known])
  const size = Number(url.searchParams.get('pageSize') ?? usual)
  if (!Number.isInteger(size) || size < 1 || size > most)
    throw refuse(400, 'INVALID_ARGUMENT', `pageSize must be from 1 to ${most}.`)
  const from = Number(/^after-(\d+)$/.exec(url.searchParams.get('pageToken') ?? 'after-0')?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) throw refuse(400, 'INVALID_ARGUMENT', 'Invalid page token.')
  const to = from + Math.min(size, mostOnPage)
  const items = all.slice(from, to)
  return ok({
    ...(items.length > 0 ? { [name]: items } : {}),
    ...(to < all.length ? { nextPageToken: `after-${to}` } : {}),
  })
}

export function refuseUnknown({ searchParams }: URL, known: readonly string[]): void {
  const unknown = [...searchParams.keys()].find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw refuse(400, 'INVALID_ARGUMENT', `Invalid JSON payload received. Unknown name "${unknown}".`)
}
