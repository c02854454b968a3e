import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { graphRefusal, tokenEnded, tokenOfCall } from '../../kit/fakes/fake-facebook-login.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'

export const version = 'v25.0'

export interface FakePhoto {
  readonly id: string
  readonly bytes: Buffer
  readonly altText: string
  /** The post or the story that shows it; null while nobody sees it. */
  shownIn: string | null
}

export interface FakeVideo {
  readonly id: string
  readonly edge: 'videos' | 'video_reels' | 'video_stories'
  readonly sessionId: string
  /** Null until it is known, which for an upload in one piece is with its bytes. */
  size: number | null
  bytes: Buffer
  description: string
  /** When it was asked to be published; null before that. */
  finishedAt: number | null
  postId: string | null
}

export interface FakePost {
  readonly id: string
  readonly text: string
  readonly link: string | null
  readonly photos: readonly FakePhoto[]
  readonly replyTo: string | null
  readonly createdAt: number
  /** The program that made it; null for a post that a person made. */
  readonly appId: string | null
  readonly kind: 'post' | 'story' | 'comment'
}

/** Everything that one Page holds. */
export interface FakeWorld {
  readonly pageId: string
  readonly appId: string
  /** The Page whose token this is. */
  pageOf(token: string): string | null
  /** The permissions that its token has. */
  granted: readonly string[]
  isBlocked: boolean
  /** How long a video is processed. */
  processMs: number
  /** A video that cannot be played is refused while it is processed. */
  refusesVideos: boolean
  readonly photos: Map<string, FakePhoto>
  readonly videos: Map<string, FakeVideo>
  readonly posts: FakePost[]
  readonly nextId: () => string
}

export type Answer = (call: FakeCall, id: string) => FakeAnswer | Promise<FakeAnswer>

export function ok(json: Json): FakeAnswer {
  return { status: 200, json }
}

export function refuse(message: string, code = 100, subcode?: number) {
  return graphRefusal(400, {
    message: `(#${code}) ${message}`,
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
  })
}

export function missing(id: string) {
  return refuse(
    `Object with ID '${id}' does not exist or cannot be loaded due to missing permissions`,
    100,
    33,
  )
}

/** Answers the owner of the Page alone, with the permission that the call needs. */
export function guarded(world: FakeWorld, scope: string, answer: Answer): Answer {
  return (call, id) => {
    const token = tokenOfCall(call)
    requirePage(world, token)
    if (!world.granted.includes(scope)) throw refuse(`Requires ${scope} permission`, 200)
    return answer(call, id)
  }
}

export function requirePage(world: FakeWorld, token: string): void {
  if (world.pageOf(token) !== world.pageId) throw tokenEnded()
}

export function requireOwn(world: FakeWorld, id: string): void {
  if (id !== world.pageId) throw missing(id)
}

export function refuseWhileBlocked({ isBlocked }: FakeWorld): void {
  if (isBlocked) throw refuse('The action attempted has been deemed abusive', 368)
}

/** The parameters of a call, each of a type that the edge knows. */
export function readJson({ body, headers }: FakeCall, types: Readonly<Record<string, string>>): JsonObject {
  if (headers['content-type'] !== 'application/json') throw refuse('Send JSON')
  const fields = parse(body)
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(types, name)) throw refuse(`Unknown parameter ${name}`)
    const type = Array.isArray(value) ? 'list' : typeof value
    if (type !== types[name]) throw refuse(`Param ${name} must be a ${types[name]}`)
  }
  return fields
}

function parse(body: Buffer): JsonObject {
  try {
    const json: Json = JSON.parse(body.toString())
    return asObject(json) ?? {}
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse('The body is not JSON')
    throw error
  }
}

/** The fields of a form with a file. */
export async function readForm({ body, headers }: FakeCall): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw refuse('Send a form')
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}

/** Refuses fields that the node does not have; those within braces are not looked at. */
export function requireFields({ url }: FakeCall, known: readonly string[]): string {
  const fields = url.searchParams.get('fields') ?? ''
  let outer = fields.replace(/\.[a-z_]+\([^)]*\)/g, '')
  while (outer.includes('{')) outer = outer.replace(/\{[^{}]*\}/g, '')
  for (const name of outer.split(','))
    if (!known.includes(name)) throw refuse(`Tried accessing nonexisting field (${name})`)
  return fields
}
