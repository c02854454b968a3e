import type { JsonObject } from '../../../lib/json/json.ts'
import { asObject, type Json } from '../../../lib/json/json.ts'
import { type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** A person at the fake, and the pages on which they have a role. */
export interface FakePerson {
  readonly id: string
  readonly name: string
  readonly pages: readonly { readonly id: string; readonly role: string }[]
}

export const ada: FakePerson = {
  id: 'ada',
  name: 'Ada Harbour',
  pages: [
    { id: '123', role: 'ADMINISTRATOR' },
    { id: '456', role: 'ANALYST' },
  ],
}
export const bob: FakePerson = { id: 'bob', name: 'Bob Quay', pages: [] }

export const pageNames: Readonly<Record<string, { localizedName: string; vanityName: string }>> = {
  '123': { localizedName: 'Harbour Works', vanityName: 'harbour-works' },
  '456': { localizedName: 'Quay Watch', vanityName: 'quay-watch' },
}

export interface Asset {
  readonly urn: string
  readonly owner: string
  /** The bytes of each part, by its number; null while it has not come. */
  readonly parts: (Buffer | null)[]
  readonly sizes: readonly (number | null)[]
  /** When it may be shown; null while it is not complete. */
  readyAt: number | null
}

export interface FakePost {
  readonly id: string
  readonly author: string
  /** As readers see it. */
  readonly text: string
  readonly body: JsonObject
  readonly media: readonly { readonly altText: string; readonly bytes: Buffer }[]
  /** The post below which a comment stands. */
  readonly replyTo: string | null
  readonly createdAt: number
}

export interface World {
  /** Everything public, oldest first. */
  readonly posts: FakePost[]
  readonly assets: Map<string, Asset>
  readonly people: readonly FakePerson[]
  /** Whose tokens are good, and for what. */
  access(call: FakeCall): { person: FakePerson; scopes: readonly string[] }
  processMs: number
  /** The bytes of each part of a video. */
  readonly partBytes: number
  readonly noticesRepeats: boolean
}

/** An error as LinkedIn writes it. */
export function refuse(status: number, code: string, message: string, number = 0): FakeRefusal {
  return new FakeRefusal(message, { status, json: { status, serviceErrorCode: number, code, message } })
}

/** The body of a call, or one of its members. @throws FakeRefusal where it is no object */
export function bodyOf({ body, headers }: FakeCall): JsonObject {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON')
  try {
    const parsed: Json = JSON.parse(body.toString())
    return objectOf(parsed)
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(400, 'INVALID_BODY', 'The body is not JSON')
    throw error
  }
}

export function objectOf(json: Json | undefined): JsonObject {
  const object = asObject(json)
  if (!object) throw refuse(400, 'MISSING_FIELD', 'An object is missing')
  return object
}

/** Whether someone may act as an author, or as the owner of media. @throws FakeRefusal */
export function requireActor(world: World, call: FakeCall, urn: Json | undefined): string {
  const { person, scopes } = world.access(call)
  const isSelf = urn === `urn:li:person:${person.id}` && scopes.includes('w_member_social')
  const roles = person.pages.filter(({ id }) => urn === `urn:li:organization:${id}`)
  const isPublisher = roles.some(({ role }) => role === 'ADMINISTRATOR' || role === 'CONTENT_ADMINISTRATOR')
  if (typeof urn === 'string' && (isSelf || (isPublisher && scopes.includes('w_organization_social'))))
    return urn
  throw refuse(403, 'ACCESS_DENIED', 'Not enough permissions to access: partnerApiPosts.CREATE', 100)
}

/** @throws FakeRefusal unless the access has one of these scopes */
export function requireScope(world: World, call: FakeCall, ...scopes: readonly string[]): void {
  if (scopes.some((scope) => world.access(call).scopes.includes(scope))) return
  throw refuse(403, 'ACCESS_DENIED', 'Not enough permissions to access the resource', 100)
}
