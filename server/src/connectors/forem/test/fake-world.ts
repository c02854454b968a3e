import { randomBytes } from 'node:crypto'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { FakeRefusal } from '../../kit/fakes/fake-server.ts'

export interface FakeUser {
  readonly id: number
  username: string
  readonly name: string
  isSuspended: boolean
}

export interface FakeArticle {
  readonly id: number
  readonly userId: number
  title: string
  body: string
  isPublished: boolean
  readonly createdAt: Date
  publishedAt: Date | null
  editedAt: Date | null
  slug: string
  tags: string[]
  mainImage: string | null
  canonicalUrl: string | null
  description: string | null
  series: string | null
  organizationId: number | null
  disclosure: string
  views: number
  reactions: number
  comments: number
}

/** A community in memory. */
export interface FakeWorld {
  url: string
  readonly users: FakeUser[]
  readonly keys: Map<string, FakeUser>
  readonly articles: FakeArticle[]
  /** The organizations, and the members of each. */
  readonly organizations: readonly { readonly id: number; readonly members: readonly number[] }[]
  /** Whether an article must say how it was made. */
  asksForDisclosure: boolean
  /** Whether it counts one write a second, as a public community does. */
  limitsWrites: boolean
  /** Whether it refuses a title that a new article of the person has had in the last five minutes, as new releases do. */
  guardsTitles: boolean
  lastWriteAt: number
  nextId: number
}

export function createWorld(): FakeWorld {
  const person = (id: number, username: string): FakeUser => {
    return { id, username, name: `The ${username}`, isSuspended: false }
  }
  return {
    url: '',
    users: [person(11, 'harbour'), person(12, 'bakery')],
    keys: new Map(),
    articles: [],
    organizations: [{ id: 5, members: [11] }],
    asksForDisclosure: true,
    limitsWrites: false,
    guardsTitles: false,
    lastWriteAt: 0,
    nextId: 1_000,
  }
}

/** A new key of a person, who is the first unless named. */
export function giveKey({ keys, users }: FakeWorld, username = 'harbour'): string {
  const user = users.find((each) => each.username === username)
  if (!user) throw new Error(`There is nobody named ${username}.`)
  const key = randomBytes(12).toString('hex')
  fakeSecrets.note(key)
  keys.set(key, user)
  return key
}

/** A refusal as ApiController words it. */
export function refuse(status: number, error: string, headers: Record<string, string> = {}): FakeRefusal {
  return new FakeRefusal(error, { status, json: { error, status }, headers })
}

const members = new Set([
  'title',
  'body_markdown',
  'published',
  'series',
  'main_image',
  'canonical_url',
  'description',
  'tags',
  'organization_id',
  'ai_disclosure_level',
])
const disclosures = ['not_disclosed', 'no_ai', 'some_ai', 'fully_autonomous']

/** Makes an article, or changes one, as far as it is valid. Sources: Article, Articles::Creator, Articles::Updater of Forem. */
export function storeArticle(
  world: FakeWorld,
  user: FakeUser,
  given: JsonObject,
  standing: FakeArticle | null,
): FakeArticle {
  // The real one drops a member that it does not know. Here it is a mistake of ours.
  for (const name of Object.keys(given)) if (!members.has(name)) throw refuse(422, `Unknown: ${name}`)
  if (!standing && world.asksForDisclosure && given.ai_disclosure_level === undefined)
    throw refuse(422, 'ai_disclosure_level is required when creating an article.')
  const before = standing ?? blank(world, user)
  const changed: FakeArticle = {
    ...before,
    title: textOr(given.title, before.title),
    body: textOr(given.body_markdown, before.body),
    isPublished: typeof given.published === 'boolean' ? given.published : before.isPublished,
    tags: Array.isArray(given.tags) ? given.tags.map((tag) => String(tag).toLowerCase()) : before.tags,
    mainImage: given.main_image === undefined ? before.mainImage : textOrNull(given.main_image),
    canonicalUrl: given.canonical_url === undefined ? before.canonicalUrl : textOrNull(given.canonical_url),
    description: textOr(given.description, before.description),
    series: textOr(given.series, before.series),
    disclosure: textOr(given.ai_disclosure_level, before.disclosure),
  }
  const organization = world.organizations.find(({ id }) => id === given.organization_id)
  if (organization?.members.includes(user.id)) changed.organizationId = organization.id
  // Settings at the beginning of a text win over everything.
  if (/^\s*---/.test(changed.body)) changed.isPublished = /^\s*published:\s*true/m.test(changed.body)
  validate(world, changed)
  if (world.guardsTitles && !standing) refuseRepeatedTitle(world, changed)
  if (changed.isPublished && !before.isPublished) {
    changed.publishedAt ??= new Date()
    if (changed.slug.includes('temp-slug')) changed.slug = `${slugOf(changed.title)}-${changed.id}`
  }
  if (standing?.isPublished) changed.editedAt = new Date()
  if (standing) return Object.assign(standing, changed)
  world.articles.push(changed)
  return changed
}

function blank(world: FakeWorld, user: FakeUser): FakeArticle {
  const id = world.nextId++
  return {
    id,
    userId: user.id,
    title: '',
    body: '',
    isPublished: false,
    createdAt: new Date(),
    publishedAt: null,
    editedAt: null,
    slug: `temp-slug-${id}`,
    tags: [],
    mainImage: null,
    canonicalUrl: null,
    description: null,
    series: null,
    organizationId: null,
    disclosure: 'not_disclosed',
    views: 0,
    reactions: 0,
    comments: 0,
  }
}

function validate({ articles }: FakeWorld, article: FakeArticle): void {
  const { id, userId, title, body, tags, mainImage, canonicalUrl, isPublished, disclosure } = article
  const others = articles.filter((other) => other.id !== id)
  if (title.trim() === '') throw refuse(422, "Title can't be blank")
  if ([...title].length > 128) throw refuse(422, 'Title is too long (maximum is 128 characters)')
  if (Buffer.byteLength(body) > 800 * 1_024) throw refuse(422, 'Body markdown is too long.')
  if (/\{%\s*(?!endraw|raw|embed)\w/.test(body)) throw refuse(422, 'Liquid syntax error: unknown tag')
  // Releases before 2023 demand it, for good.
  if (others.some((other) => other.userId === userId && other.title === title && other.body === body))
    throw refuse(422, 'Body markdown has already been taken')
  if (tags.length > 4) throw refuse(422, 'Tag list exceed the maximum of 4 tags')
  for (const tag of tags)
    if (!/^[\p{L}\p{N}]{1,30}$/u.test(tag))
      throw refuse(422, `Tag "${tag}" contains non-alphanumeric characters`)
  for (const url of [mainImage, canonicalUrl])
    if (url !== null && !/^https?:\/\/\S+$/.test(url)) throw refuse(422, 'It is not a valid URL')
  if (
    isPublished &&
    canonicalUrl &&
    others.some((one) => one.isPublished && one.canonicalUrl === canonicalUrl)
  )
    throw refuse(422, 'Canonical url has already been taken.')
  if (!disclosures.includes(disclosure)) throw refuse(422, 'It is not a valid ai_disclosure_level')
}

/** Source: title_unique_for_user_past_five_minutes of Article. */
function refuseRepeatedTitle({ articles }: FakeWorld, { userId, title }: FakeArticle): void {
  const since = Date.now() - 5 * 60_000
  const isRepeated = ({ userId: owner, title: other, createdAt }: FakeArticle) =>
    owner === userId && other === title && createdAt.getTime() > since
  if (articles.some(isRepeated)) throw refuse(422, 'Title has already been used in the last five minutes')
}

function textOr<Other>(value: Json | undefined, other: Other): string | Other {
  return typeof value === 'string' ? value : other
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
}
