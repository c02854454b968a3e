import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import {
  cdn,
  createWorld,
  type FakeDraft,
  type FakePerson,
  type FakePost,
  type FakePublication,
  type FakeWorld,
  newObjectId,
  publishContent,
  storage,
  urlOf,
} from './fake-world.ts'
import {
  checkVariables,
  GraphFault,
  type Operation,
  parseOperation,
  project,
  type Thing,
  validate,
  valuesOf,
} from './graphql.ts'

/** The call that publishes a draft, as faults and the journal of calls name it. */
export const publishing = 'PublishDraft'

/** Hashnode in memory, which holds every document against the schema and refuses what the documentation says is refused. */
export interface FakeHashnode extends FakeServer {
  readonly world: FakeWorld
}

export async function startFakeHashnode(): Promise<FakeHashnode> {
  const world = createWorld()
  const server = await startFakeServer({
    routes: { '*': (call) => answer(world, call) },
    nameOf: (method, path, headers) =>
      path === '/' ? String(headers['x-apollo-operation-name'] ?? 'unnamed') : `${method} an upload`,
    internalError: failed('INTERNAL_SERVER_ERROR', 'Internal server error', null),
  })
  return { ...server, world }
}

/** A refusal with the code that Hashnode gives. */
class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const withoutPlan =
  'Publication does not have an active Pro plan. Upgrade in your dashboard to access this via the API.'

function failed(code: string, message: string, root: string | null, data: Json = null): JsonObject {
  const path = root === null ? {} : { path: [root] }
  return { errors: [{ message, extensions: { code }, ...path }], data }
}

const mostBytes = 100_000

async function answer(world: FakeWorld, call: FakeCall): Promise<FakeAnswer> {
  if (call.method === 'PUT') return upload(world, call)
  if (call.method !== 'POST' || call.url.pathname !== '/') return { status: 404, json: null }
  if (!/^application\/json\b/.test(call.headers['content-type'] ?? '')) return { status: 415, json: null }
  if (call.body.length > mostBytes) return { status: 413, json: null }
  const body = asObject(JSON.parse(call.body.toString()))
  const variables = asObject(body?.variables) ?? {}
  try {
    const operation = parseOperation(textOf(body?.query) ?? '')
    validate(operation)
    checkVariables(operation, variables)
    return await perform(world, call, operation, variables)
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error
    const status = error.code === 'BAD_USER_INPUT' ? 200 : 400
    return { status, json: { errors: [{ message: error.message, extensions: { code: error.code } }] } }
  }
}

async function perform(
  world: FakeWorld,
  call: FakeCall,
  { kind, fields }: Operation,
  variables: JsonObject,
): Promise<FakeAnswer> {
  const key = `${call.headers.authorization} ${call.body}`
  const remembered = world.remembered.get(key)
  if (kind === 'query' && remembered && remembered.until > Date.now())
    return { status: 200, json: JSON.parse(remembered.answer) as Json }
  const [root] = fields
  if (!root) throw new Error('A document asks for something.')
  const args = valuesOf(root.args, variables)
  try {
    const person = authenticate(world, call)
    const found =
      kind === 'query' ? ask(world, root.name, args, person) : await change(world, root.name, args, person)
    const json = { data: { [root.name]: project(found, root.fields, variables) } }
    if (kind === 'query' && world.remembersMs > 0)
      world.remembered.set(key, { until: Date.now() + world.remembersMs, answer: JSON.stringify(json) })
    return { status: 200, json }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      status: 200,
      json: failed(error.code, error.message, root.name, kind === 'query' ? { [root.name]: null } : null),
    }
  }
}

/** The prefix is optional, and the token of a deactivated person is nobody's. Source: auth-and-roles.md. */
function authenticate({ tokens }: FakeWorld, { headers }: FakeCall): FakePerson | null {
  const person = tokens.get(String(headers.authorization ?? '').replace(/^Bearer /i, ''))
  return person && !person.isDeactivated ? person : null
}

function mustBe(person: FakePerson | null): FakePerson {
  if (person) return person
  throw new Refusal('UNAUTHENTICATED', 'You must be authenticated.')
}

function mustHavePlan({ isPro }: FakePublication): void {
  if (!isPro) throw new Refusal('FORBIDDEN', withoutPlan)
}

function ask(world: FakeWorld, root: string, args: JsonObject, person: FakePerson | null): Thing | null {
  if (root === 'me') return showPerson(world, mustBe(person))
  if (root === 'post') {
    // One that was removed is still shown by its id. Source: mutations.md, "removePost".
    const post = world.posts.find(({ id }) => id === args.id)
    if (!post) throw new Refusal('NOT_FOUND', 'Post not found')
    mustHavePlan(post.publication)
    return showPost(post)
  }
  const publication = world.publications.find(({ id }) => id === args.id)
  if (root !== 'publication' || !publication) throw new Refusal('NOT_FOUND', 'Publication not found')
  mustHavePlan(publication)
  return showPublication(world, publication, person)
}

function change(
  world: FakeWorld,
  root: string,
  { input }: JsonObject,
  someone: FakePerson | null,
): Thing | Promise<Thing> {
  const person = mustBe(someone)
  const given = asObject(input) ?? {}
  switch (root) {
    case 'createDraft':
      return { draft: showDraft(createDraft(world, given, person)) }
    case 'deleteDraft': {
      const draft = findDraft(world, given.draftId, person)
      draft.isActive = false
      return { draft: showDraft(draft) }
    }
    case 'publishDraft':
      return publishDraft(world, findDraft(world, given.draftId, person), person)
    case 'publishPost': {
      const draft = createDraft(world, given, person)
      return publishDraft(world, draft, person)
    }
    case 'updatePost':
      return { post: showPost(updatePost(world, given, person)) }
    case 'removePost': {
      const post = findPost(world, given.id)
      if (post.author !== person && roleIn(post.publication, person) !== 'OWNER')
        throw new Refusal('FORBIDDEN', 'Only the author or an admin can remove this post.')
      post.isActive = false
      return { post: showPost(post) }
    }
    case 'createImageUploadURL':
      return { presignedPut: beginUpload(world, textOf(given.contentType) ?? '', person) }
    default:
      return confirmUpload(world, textOf(given.key) ?? '', person)
  }
}

function roleIn({ members }: FakePublication, person: FakePerson): string | null {
  return members.find((member) => member.person === person)?.role ?? null
}

function createDraft(world: FakeWorld, given: JsonObject, maker: FakePerson): FakeDraft {
  const publication = world.publications.find(({ id }) => id === given.publicationId)
  if (!publication) throw new Refusal('NOT_FOUND', 'Publication not found')
  mustHavePlan(publication)
  if (roleIn(publication, maker) === null) throw new Refusal('FORBIDDEN', 'You are not a member.')
  const tags = readTags(given.tags)
  const coAuthors = isArray(given.coAuthors) ? given.coAuthors.map(String) : []
  const others = [...coAuthors, ...(given.publishAs === undefined ? [] : [String(given.publishAs)])]
  if (coAuthors.length > 4) throw new Refusal('BAD_USER_INPUT', 'A post can have up to 4 co-authors.')
  if (others.length > 0 && !publication.isTeam)
    throw new Refusal('BAD_USER_INPUT', 'Only for team publications.')
  const isMember = (userId: string) => publication.members.some(({ person }) => person.id === userId)
  if (!others.every(isMember)) throw new Refusal('NOT_FOUND', 'User is not a member of the publication.')
  if (given.seriesId !== undefined && !publication.series.some(({ id }) => id === given.seriesId))
    throw new Refusal('NOT_FOUND', 'Series not found')
  const [settings, meta] = [asObject(given.settings), asObject(given.metaTags)]
  const draft: FakeDraft = {
    id: newObjectId(),
    publication,
    maker,
    author: world.people.find(({ id }) => id === given.publishAs) ?? maker,
    isActive: true,
    title: textOf(given.title) ?? '',
    markdown: textOf(given.contentMarkdown) ?? '',
    subtitle: textOf(given.subtitle),
    slug: textOf(given.slug),
    tags,
    cover: textOf(asObject(given.coverImageOptions)?.coverImageURL),
    original: textOf(given.originalArticleURL),
    series: textOf(given.seriesId),
    coAuthors,
    metaTitle: textOf(meta?.title),
    metaDescription: textOf(meta?.description),
    hasContents: settings?.enableTableOfContent === true,
    hasNoComments: given.disableComments === true,
    isDelisted: settings?.delist === true,
    isNewsletter: settings?.activateNewsletter === true,
  }
  world.drafts.push(draft)
  return draft
}

function readTags(given: Json | undefined): string[] {
  const tags = isArray(given) ? given.map((tag) => textOf(asObject(tag)?.slug) ?? '') : []
  if (tags.length > 15) throw new Refusal('BAD_USER_INPUT', 'A post can have up to 15 tags.')
  return tags
}

/** A draft that somebody may not see is not found. Source: queries.md, "draft". */
function findDraft({ drafts }: FakeWorld, draftId: Json | undefined, person: FakePerson): FakeDraft {
  const draft = drafts.find(({ id, isActive }) => id === draftId && isActive)
  if (!draft || roleIn(draft.publication, person) === null) throw new Refusal('NOT_FOUND', 'Draft not found')
  mustHavePlan(draft.publication)
  return draft
}

/** The draft goes once the post is made, so that two calls at the same moment make two posts of one. */
async function publishDraft(world: FakeWorld, draft: FakeDraft, person: FakePerson): Promise<Thing> {
  if (roleIn(draft.publication, person) === 'CONTRIBUTOR')
    throw new Refusal('FORBIDDEN', 'Contributors cannot publish.')
  if (draft.title.trim() === '') throw new Refusal('BAD_USER_INPUT', 'Title is required.')
  const { publishesMs } = world
  world.publishesMs = 0
  if (publishesMs > 0) await pause(publishesMs)
  const post = publishContent(world, draft)
  draft.isActive = false
  return { post: showPost(post) }
}

function findPost({ posts }: FakeWorld, postId: Json | undefined): FakePost {
  const post = posts.find(({ id, isActive }) => id === postId && isActive)
  if (!post) throw new Refusal('NOT_FOUND', 'Post not found')
  mustHavePlan(post.publication)
  return post
}

function updatePost(world: FakeWorld, given: JsonObject, person: FakePerson): FakePost {
  const post = findPost(world, given.id)
  if (post.author !== person && roleIn(post.publication, person) !== 'OWNER')
    throw new Refusal('FORBIDDEN', 'You cannot edit this post.')
  return Object.assign(post, {
    title: textOf(given.title) ?? post.title,
    markdown: textOf(given.contentMarkdown) ?? post.markdown,
    subtitle: textOf(given.subtitle) ?? post.subtitle,
    metaTitle: textOf(given.metaTitle) ?? post.metaTitle,
    metaDescription: textOf(given.metaDescription) ?? post.metaDescription,
    tags: given.tags === undefined ? post.tags : readTags(given.tags),
  })
}

function beginUpload(world: FakeWorld, mimeType: string, person: FakePerson): Thing {
  if (!mimeType.startsWith('image/') || mimeType.startsWith('image/svg'))
    throw new Refusal('BAD_USER_INPUT', 'contentType must be an image.')
  const key = `uploads/${person.id}/${newObjectId()}`
  const signature = randomBytes(16).toString('hex')
  fakeSecrets.note(signature)
  world.uploads.set(key, { person, mimeType, signature, bytes: null, isConfirmed: false })
  return { url: `${storage}/${key}?X-Amz-Signature=${signature}`, cdnUrl: `${cdn}/${key}`, key }
}

/** The storage takes one file of the type that was signed, and no other access than the signature. */
function upload({ uploads }: FakeWorld, { url, headers, body }: FakeCall): FakeAnswer {
  const begun = uploads.get(url.pathname.slice(1))
  const isSigned = begun?.signature === url.searchParams.get('X-Amz-Signature')
  if (headers.authorization !== undefined) return { status: 400, json: null }
  if (!begun || !isSigned || headers['content-type'] !== begun.mimeType) return { status: 403, json: null }
  if (headers['content-length'] === undefined) return { status: 411, json: null }
  begun.bytes = body
  return { status: 200, json: null }
}

function confirmUpload({ uploads }: FakeWorld, key: string, person: FakePerson): Thing {
  const begun = uploads.get(key)
  if (!begun || begun.person !== person) throw new Refusal('FORBIDDEN', 'This key is not yours.')
  if (!begun.bytes) throw new Refusal('NOT_FOUND', 'Nothing was uploaded.')
  begun.isConfirmed = begun.bytes.length <= 8 * 1_024 * 1_024
  if (!begun.isConfirmed) uploads.delete(key)
  return { ok: begun.isConfirmed, cdnUrl: begun.isConfirmed ? `${cdn}/${key}` : null }
}

/** A connection whose cursors are places in it. Sizes are clamped without a word. */
function connect(nodes: readonly Thing[], most: number): Thing[string] {
  return ({ first, after }) => {
    const from = after ? Number(after) : 0
    const to = from + Math.min(Number(first), most)
    const edges = nodes.slice(from, to).map((node, index) => ({ node, cursor: String(from + index + 1) }))
    const hasNextPage = to < nodes.length
    return { edges, pageInfo: { hasNextPage, endCursor: edges.at(-1)?.cursor ?? null } }
  }
}

function showPerson(world: FakeWorld, person: FakePerson): Thing {
  const own = world.publications.filter((publication) => roleIn(publication, person) !== null)
  const publications = own.map((publication) => showPublication(world, publication, person))
  return { ...showUser(person), publications: connect(publications, 100) }
}

function showUser({ id, username, name }: FakePerson): Thing {
  return { id, username, name, profilePicture: `${cdn}/people/${id}.png` }
}

function showPublication(world: FakeWorld, publication: FakePublication, person: FakePerson | null): Thing {
  const { id, title, host, isTeam } = publication
  const members = publication.members.filter(({ isHidden }) => !isHidden)
  const drafts = world.drafts.filter((draft) => {
    return draft.isActive && draft.publication === publication && draft.maker === person
  })
  const posts = world.posts.filter((post) => post.isActive && post.publication === publication)
  return {
    id,
    title,
    url: `https://${host}`,
    favicon: null,
    isTeam,
    preferences: { logo: isTeam ? `${cdn}/logos/${id}.png` : null },
    members: connect(
      members.map((member) => ({ role: member.role, user: showUser(member.person) })),
      100,
    ),
    drafts: connect(drafts.toReversed().map(showDraft), 50),
    posts: connect(posts.toReversed().map(showPost), 100),
    seriesList: connect(
      publication.series.map(({ id: seriesId, name }) => ({ id: seriesId, name })),
      100,
    ),
  }
}

function showDraft({ id, title, markdown }: FakeDraft): Thing {
  return { id, title, content: { markdown } }
}

function showPost(post: FakePost): Thing {
  const { id, title, subtitle, slug, markdown, views, reactions, responses } = post
  const counts = { views, reactionCount: reactions, responseCount: responses, replyCount: 0 }
  return { id, title, subtitle, slug, url: urlOf(post), content: { markdown }, ...counts }
}
