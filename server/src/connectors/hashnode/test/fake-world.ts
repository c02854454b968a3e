import { randomBytes } from 'node:crypto'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'

export interface FakePerson {
  readonly id: string
  username: string
  readonly name: string
  isDeactivated: boolean
}

export interface FakePublication {
  readonly id: string
  title: string
  readonly host: string
  readonly isTeam: boolean
  isPro: boolean
  readonly members: { readonly person: FakePerson; role: string; readonly isHidden: boolean }[]
  readonly series: readonly { readonly id: string; readonly name: string }[]
}

/** The content of an article, before and after it is public. */
interface FakeContent {
  title: string
  markdown: string
  subtitle: string | null
  slug: string | null
  tags: readonly string[]
  cover: string | null
  original: string | null
  series: string | null
  coAuthors: readonly string[]
  metaTitle: string | null
  metaDescription: string | null
  hasContents: boolean
  hasNoComments: boolean
  isDelisted: boolean
  isNewsletter: boolean
}

export interface FakeDraft extends FakeContent {
  readonly id: string
  readonly publication: FakePublication
  /** The person who made it, who need not be its author. */
  readonly maker: FakePerson
  readonly author: FakePerson
  isActive: boolean
}

export interface FakePost extends FakeContent {
  readonly id: string
  readonly publication: FakePublication
  readonly author: FakePerson
  slug: string
  isActive: boolean
  views: number
  reactions: number
  responses: number
}

interface FakeUpload {
  readonly person: FakePerson
  readonly mimeType: string
  readonly signature: string
  bytes: Buffer | null
  isConfirmed: boolean
}

/** Hashnode in memory. */
export interface FakeWorld {
  readonly people: readonly FakePerson[]
  readonly publications: FakePublication[]
  readonly tokens: Map<string, FakePerson>
  readonly drafts: FakeDraft[]
  readonly posts: FakePost[]
  readonly uploads: Map<string, FakeUpload>
  /** How long it answers a question as it did before. The real one does for 25 s. */
  remembersMs: number
  /** How long it works on the next publication of a draft, between reading the draft and taking it away. */
  publishesMs: number
  readonly remembered: Map<string, { readonly until: number; readonly answer: string }>
}

export const storage = 'https://hashnode-uploads.s3.amazonaws.com'
export const cdn = 'https://cdn.hashnode.com'

export function newObjectId(): string {
  return randomBytes(12).toString('hex')
}

export function createWorld(): FakeWorld {
  const person = (username: string): FakePerson => {
    return { id: newObjectId(), username, name: `The ${username}`, isDeactivated: false }
  }
  const [harbour, bakery] = [person('harbour'), person('bakery')]
  const owner = { person: harbour, role: 'OWNER', isHidden: false }
  const publication = (title: string, isTeam: boolean): FakePublication => {
    const host = `${title.toLowerCase()}.hashnode.dev`
    const series = [{ id: newObjectId(), name: 'Water' }]
    return { id: newObjectId(), title, host, isTeam, isPro: true, members: [{ ...owner }], series }
  }
  return {
    people: [harbour, bakery],
    publications: [publication('Harbour', false)],
    tokens: new Map(),
    drafts: [],
    posts: [],
    uploads: new Map(),
    remembersMs: 0,
    publishesMs: 0,
    remembered: new Map(),
  }
}

/** Adds a publication of several people, in which each has a role. */
export function addTeam(
  { publications, people }: FakeWorld,
  title: string,
  roles: Readonly<Record<string, string>>,
): FakePublication {
  const members = people.flatMap((person) => {
    const role = roles[person.username]
    return role === undefined ? [] : [{ person, role, isHidden: false }]
  })
  const series = [{ id: newObjectId(), name: 'Bread' }]
  const host = `${title.toLowerCase()}.example.org`
  const team = { id: newObjectId(), title, host, isTeam: true, isPro: true, members, series }
  publications.push(team)
  return team
}

/** A new token of a person, who is the first unless named. */
export function giveToken({ tokens, people }: FakeWorld, username = 'harbour'): string {
  const person = people.find((each) => each.username === username)
  if (!person) throw new Error(`There is nobody named ${username}.`)
  const token = `hn-${randomBytes(16).toString('hex')}`
  fakeSecrets.note(token)
  tokens.set(token, person)
  return token
}

/** Makes an article of a draft. The address is free only if no public article of the publication has it. */
export function publishContent(world: FakeWorld, draft: FakeDraft): FakePost {
  const wanted = draft.slug ?? slugOf(draft.title)
  const isTaken = (slug: string) =>
    world.posts.some((post) => post.isActive && post.publication === draft.publication && post.slug === slug)
  let slug = wanted
  for (let count = 1; isTaken(slug); count++) slug = `${wanted}-${count}`
  const { isActive: _, maker: __, ...content } = draft
  const counts = { views: 0, reactions: 0, responses: 0 }
  const post: FakePost = { ...content, ...counts, id: newObjectId(), slug, isActive: true }
  world.posts.push(post)
  return post
}

function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return words === '' ? 'untitled' : words.slice(0, 60)
}

export function urlOf({ publication, slug }: FakePost): string {
  return `https://${publication.host}/${slug}`
}
