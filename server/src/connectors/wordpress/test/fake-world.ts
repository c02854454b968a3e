import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { FakeRefusal } from '../../kit/fakes/fake-server.ts'

export interface FakePassword {
  readonly uuid: string
  readonly name: string
  readonly appId: string
  readonly password: string
}

export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'

export interface FakeUser {
  readonly id: number
  readonly login: string
  readonly email: string
  role: Role
  /** Application passwords, without their spaces. */
  readonly passwords: FakePassword[]
}

export interface FakePost {
  readonly id: number
  readonly type: 'post' | 'page'
  readonly author: number
  status: string
  slug: string
  title: string
  content: string
  excerpt: string
  categories: readonly number[]
  tags: readonly number[]
  featuredMedia: number
  commentStatus: 'open' | 'closed'
  sticky: boolean
  password: string
  /** How often it was made public, and said to be so again. */
  published: number
}

export interface FakeMedium {
  readonly id: number
  readonly author: number
  readonly slug: string
  readonly fileName: string
  readonly mimeType: string
  readonly altText: string
  readonly bytes: Buffer
}

export interface FakeTerm {
  readonly id: number
  /** As it is kept: signs of HTML are entities. */
  readonly name: string
  readonly slug: string
}

export interface FakeComment {
  readonly id: number
  readonly post: number
  readonly author: number
  content: string
  status: 'approved' | 'hold' | 'trash'
  readonly madeAt: number
}

export interface FakeWorld {
  readonly users: FakeUser[]
  readonly posts: FakePost[]
  readonly media: FakeMedium[]
  readonly categories: FakeTerm[]
  readonly tags: FakeTerm[]
  readonly comments: FakeComment[]
  lastId: number
  /** The folder of the site below its host, such as `/blog`; empty at the top. */
  folder: string
  /** Whether addresses of the API have a path of their own; else they are in the query. */
  hasPrettyLinks: boolean
  /** Whether the first page names the API. */
  saysLink: boolean
  hasPasswords: boolean
  /** A security plugin that shows the API to nobody, in JSON, or a host that answers with a page. */
  closed: 'no' | 'json' | 'page'
  hasTrash: boolean
  /** Bytes of `upload_max_filesize` and `post_max_size`. */
  mostUploadBytes: number
  mostFormBytes: number
  /** A plugin makes every published post wait for somebody's yes. */
  holdsPosts: boolean
  holdsComments: boolean
  /** Somebody who may not moderate waits so long between two comments. */
  floodMs: number
  readonly mayUpload: { author: boolean }
}

export const siteOrigin = 'https://harbour.example.org'
export const login = 'anna'

/** The capabilities of each role. Source: populate_roles of WordPress. */
export function capabilitiesOf({ role }: FakeUser, world: FakeWorld): JsonObject {
  const ranks = { subscriber: 0, contributor: 1, author: 2, editor: 3, administrator: 4 }
  const rank = ranks[role]
  return {
    read: true,
    ...(rank >= 1 ? { edit_posts: true, delete_posts: true } : {}),
    ...(rank >= 2 ? { publish_posts: true, edit_published_posts: true, delete_published_posts: true } : {}),
    ...(rank >= 3 || (rank === 2 && world.mayUpload.author) ? { upload_files: true } : {}),
    ...(rank >= 3
      ? {
          edit_others_posts: true,
          publish_pages: true,
          edit_pages: true,
          manage_categories: true,
          moderate_comments: true,
          unfiltered_html: true,
        }
      : {}),
    [role]: true,
  }
}

/** One author with a password, on a site with pretty links. */
export function createWorld(): FakeWorld {
  const world: FakeWorld = {
    users: [],
    posts: [],
    media: [],
    categories: [
      { id: 1, name: 'Uncategorized', slug: 'uncategorized' },
      { id: 2, name: 'Boats &amp; Café', slug: 'boats-cafe' },
    ],
    tags: [],
    comments: [],
    lastId: 10,
    folder: '',
    hasPrettyLinks: true,
    saysLink: true,
    hasPasswords: true,
    closed: 'no',
    hasTrash: true,
    mostUploadBytes: 64_000_000,
    mostFormBytes: 128_000_000,
    holdsPosts: false,
    holdsComments: false,
    floodMs: 15_000,
    mayUpload: { author: true },
  }
  addUser(world, login, 'author')
  return world
}

export function addUser(world: FakeWorld, name: string, role: Role): FakeUser {
  const id = world.users.length + 2
  const user: FakeUser = { id, login: name, email: `${name}@example.org`, role, passwords: [] }
  world.users.push(user)
  addPassword(user, 'Crier', '')
  return user
}

/** Twenty-four letters and digits, shown in groups of four. */
export function addPassword(user: FakeUser, name: string, appId: string): FakePassword {
  const password = randomUUID().replaceAll('-', '').slice(0, 24)
  fakeSecrets.note(password)
  fakeSecrets.note(inGroups(password))
  fakeSecrets.note(Buffer.from(`${user.login}:${password}`).toString('base64'))
  const made = { uuid: randomUUID(), name, appId, password }
  user.passwords.push(made)
  return made
}

export function userNamed(world: FakeWorld, name = login): FakeUser {
  const user = world.users.find((each) => each.login === name || each.email === name)
  if (!user) throw new Error(`There is no user ${name}.`)
  return user
}

export function inGroups(password: string): string {
  return password.replace(/(.{4})(?=.)/g, '$1 ')
}

export function nextId(world: FakeWorld): number {
  world.lastId++
  return world.lastId
}

/** A refusal as the API words it. */
export function refuse(status: number, code: string, message: string, more: JsonObject = {}): FakeRefusal {
  return new FakeRefusal(message, { status, json: { code, message, data: { status, ...more } } })
}

export function invalidParameter(name: string, words: string): FakeRefusal {
  return refuse(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`, { params: { [name]: words } })
}

/** An address or a name of a file as the site writes it. Source: sanitize_title. */
export function slugFrom(text: string): string {
  return encodeURIComponent(
    text
      .replace(/<[^<>]*>/g, '')
      .replace(/&[a-z#0-9]+;/gi, '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/[\s-]+/g, '-'),
  )
    .toLowerCase()
    .slice(0, 200)
}

/** Source: wp_unique_post_slug. */
export function uniqueSlug(wanted: string, taken: readonly string[]): string {
  if (wanted === '' || !taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.includes(`${wanted}-${number}`)) return `${wanted}-${number}`
}
