import type { Static, TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { isId } from '../lib/id.ts'
import type { Json, JsonObject } from '../lib/json/json.ts'
import { authorizationBody, tokenBody } from './authorization.ts'
import { findChannels } from './channels.ts'
import { deletePost } from './delete-post.ts'
import { drawAvatar } from './draw-avatar.ts'
import { type EditOutcome, editBody, editPost } from './edit-post.ts'
import { fetchMedia, type MediaAddress, mediaAddressBody } from './fetch-media.ts'
import { makeContainer, readContainer } from './make-container.ts'
import type { Network, NetworkAnswer, NetworkRequest } from './network.ts'
import {
  changeBehavior,
  findTokenHolder,
  openProfile,
  revokeToken,
  type TokenHolder,
  tokenInvalid,
} from './open-profile.ts'
import {
  type BehaviorSettings,
  behaviorBody,
  type ProfileBody,
  profileBody,
  type SandboxProfile,
} from './profile.ts'
import { type Commit, type Outcome, publishPost } from './publish-post.ts'
import { readFigures } from './read-figures.ts'
import { mostBytesOf, readMediaStatus, receiveMedia } from './receive-media.ts'
import { Refusal } from './refusal.ts'
import { sampleFeed } from './sample-feed.ts'
import { answerToken, beginSignIn } from './sign-in-api.ts'
import { listPosts, type OwnPost, readPostByKey, readWait } from './stored-posts.ts'
import { checkSubmission, type Submission, submissionBody } from './submission.ts'

/** Answers a request to the network. @throws Refusal */
export async function answerNetwork(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  for (const { method, path, run } of routes) {
    const id = request.method === method ? path.exec(request.path)?.[1] : undefined
    if (id !== undefined) return run(network, request, id)
  }
  throw new Refusal(404, 'not_found', 'The network has no such address.')
}

interface Route {
  readonly method: string
  /** The first group is the id in the path; empty if there is none. */
  readonly path: RegExp
  run(network: Network, request: NetworkRequest, id: string): Promise<NetworkAnswer>
}

const routes: readonly Route[] = [
  { method: 'POST', path: /^\/profiles()$/, run: postProfile },
  { method: 'POST', path: /^\/oauth\/authorizations()$/, run: postAuthorization },
  { method: 'POST', path: /^\/oauth\/token()$/, run: postToken },
  { method: 'GET', path: /^\/profile()$/, run: getProfile },
  { method: 'GET', path: /^\/avatars\/([0-9a-f-]{36})\.png$/, run: getAvatar },
  { method: 'PATCH', path: /^\/profile()$/, run: patchProfile },
  { method: 'DELETE', path: /^\/token()$/, run: deleteToken },
  { method: 'GET', path: /^\/channels()$/, run: getChannels },
  { method: 'POST', path: /^\/media()$/, run: postMedia },
  { method: 'GET', path: /^\/media\/([^/]+)$/, run: getMedia },
  { method: 'POST', path: /^\/containers()$/, run: postContainer },
  { method: 'GET', path: /^\/containers\/([^/]+)$/, run: getContainer },
  { method: 'POST', path: /^\/containers\/([^/]+)\/publish$/, run: publishContainer },
  { method: 'POST', path: /^\/posts()$/, run: postPost },
  { method: 'GET', path: /^\/posts()$/, run: getPosts },
  { method: 'GET', path: /^\/posts\/by-key\/([\w-]+)$/, run: getPostByKey },
  { method: 'PATCH', path: /^\/posts\/([^/]+)$/, run: patchPost },
  { method: 'DELETE', path: /^\/posts\/([^/]+)$/, run: removePost },
  { method: 'GET', path: /^\/figures()$/, run: getFigures },
  { method: 'GET', path: /^\/feed\.json()$/, run: getSampleFeed },
  { method: 'GET', path: /^\/submissions\/([^/]+)$/, run: getSubmission },
]

const mostJsonBytes = 256 * 1_024

async function postProfile(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const { profile, token } = await openProfile(network.db, await readJson<ProfileBody>(request, profileBody))
  return json(200, { ...shownProfile(network, profile), token })
}

async function postAuthorization(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  return beginSignIn(network, await readJson<Static<typeof authorizationBody>>(request, authorizationBody))
}

async function postToken(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const body = await readJson<Static<typeof tokenBody>>(request, tokenBody)
  return answerToken(network, body, (profile) => shownProfile(network, profile))
}

async function getProfile(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  return json(200, shownProfile(network, profile))
}

async function patchProfile(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  const changed = await changeBehavior(
    network.db,
    profile.id,
    await readJson<BehaviorSettings>(request, behaviorBody),
  )
  return json(200, shownProfile(network, changed))
}

/** Everybody may see the picture of a profile, and there is one for every id. */
async function getAvatar(_network: Network, _request: NetworkRequest, id: string): Promise<NetworkAnswer> {
  return { kind: 'picture', png: drawAvatar(id) }
}

/** Everybody inside may read it. */
async function getSampleFeed(): Promise<NetworkAnswer> {
  return json(200, sampleFeed(new Date()))
}

async function deleteToken(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const { tokenHash } = await authenticate(network, request)
  await revokeToken(network.db, tokenHash)
  return json(204, null)
}

async function getChannels(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  await authenticate(network, request)
  const channels = findChannels(request.query.get('query') ?? '')
  return json(200, { channels: channels.map((channel) => ({ ...channel })) })
}

async function postMedia(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  const { mimeType, bytes } =
    profile.behavior === 'fetches_media'
      ? await fetchMedia(network, await readJson<MediaAddress>(request, mediaAddressBody))
      : await readUpload(request)
  return json(201, { ...(await receiveMedia(network.db, profile, mimeType, bytes)) })
}

async function readUpload(request: NetworkRequest): Promise<{ mimeType: string; bytes: Buffer }> {
  const mimeType = request.headers['content-type'] ?? ''
  return { mimeType, bytes: await request.readBody(mostBytesOf(mimeType)) }
}

async function getMedia(network: Network, request: NetworkRequest, id: string): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  return json(200, { ...(await readMediaStatus(network.db, profile.id, id)) })
}

async function postContainer(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  if (profile.network_class !== 'two_phase') throw notOffered('containers')
  const submission = await readJson<Submission>(request, submissionBody)
  checkSubmission(submission)
  return json(201, await makeContainer(network.db, profile, submission))
}

async function getContainer(network: Network, request: NetworkRequest, id: string): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  const { status, postId, refused, againInMs } = await readContainer(network.db, profile.id, id)
  const post = postId !== null && status === 'PUBLISHED' ? reference(network, profile, postId) : null
  return json(200, { id, status, post, refused, again_in_ms: againInMs })
}

async function publishContainer(
  network: Network,
  request: NetworkRequest,
  id: string,
): Promise<NetworkAnswer> {
  const holder = await findTokenHolder(network.db, request.headers.authorization)
  const { submission } = await readContainer(network.db, holder.profile.id, id)
  return commit(network, { holder, submission, idempotencyKey: null, containerId: id })
}

async function postPost(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const holder = await findTokenHolder(network.db, request.headers.authorization)
  const { network_class } = holder.profile
  if (network_class === 'two_phase') throw notOffered('posts without a container')
  const submission = await readJson<Submission>(request, submissionBody)
  checkSubmission(submission)
  const key = request.headers['idempotency-key']
  const keepsKeys = network_class === 'key' || network_class === 'expiring_key'
  // Networks of other classes ignore the key, as most real ones do.
  const idempotencyKey = keepsKeys && typeof key === 'string' ? key : null
  return commit(network, { holder, submission, idempotencyKey, containerId: null })
}

async function getPosts(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  const since = new Date(request.query.get('since') ?? 0)
  if (Number.isNaN(since.getTime())) throw new Refusal(422, 'since_invalid', 'since is not a time.')
  const posts = await listPosts(network.db, profile, since)
  return json(200, { posts: posts.map((post) => shownPost(network, profile, post)) })
}

async function getPostByKey(network: Network, request: NetworkRequest, key: string): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  const post = await readPostByKey(network.db, profile, key)
  return json(200, shownPost(network, profile, post))
}

async function patchPost(network: Network, request: NetworkRequest, id: string): Promise<NetworkAnswer> {
  const holder = await findTokenHolder(network.db, request.headers.authorization)
  const body = await readJson<Static<typeof editBody>>(request, editBody)
  return answerEdit(reference(network, holder.profile, id), await editPost(network.db, holder, id, body))
}

function answerEdit(post: JsonObject, outcome: EditOutcome): NetworkAnswer {
  switch (outcome) {
    case 'edited':
      return json(200, post)
    case 'broken':
      return broken
    case 'dropped':
    case 'hung':
      return { kind: outcome }
  }
}

const broken = json(500, { error: { code: 'internal', message: 'Something went wrong.' } })

async function removePost(network: Network, request: NetworkRequest, id: string): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  await deletePost(network.db, profile.id, id)
  return json(204, null)
}

async function getFigures(network: Network, request: NetworkRequest): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  const ids = request.query.getAll('id')
  if (ids.length > mostFigures)
    throw new Refusal(422, 'too_many_ids', `At most ${mostFigures} posts at once.`)
  const posts = await readFigures(network.db, profile.id, ids)
  return json(200, { posts: posts.map((post) => ({ ...post })) })
}

const mostFigures = 50

async function getSubmission(network: Network, request: NetworkRequest, id: string): Promise<NetworkAnswer> {
  const { profile } = await authenticate(network, request)
  if (!isId(id)) throw new Refusal(404, 'post_not_found', 'There is no such post.')
  const waitMs = await readWait(network.db, profile, id)
  const post = waitMs > 0 ? null : reference(network, profile, id)
  return json(200, { id, status: waitMs > 0 ? 'processing' : 'published', post, again_in_ms: waitMs })
}

async function commit(network: Network, asked: Commit): Promise<NetworkAnswer> {
  const outcome = await publishPost(network.db, asked)
  return answerCommit(network, asked.holder.profile, outcome)
}

function answerCommit(network: Network, profile: SandboxProfile, outcome: Outcome): NetworkAnswer {
  switch (outcome.kind) {
    case 'published':
      return json(201, reference(network, profile, outcome.postId))
    case 'accepted':
      return json(202, { submission: outcome.postId, again_in_ms: outcome.againInMs })
    case 'refused':
      throw outcome.refusal
    case 'broken':
      return broken
    case 'dropped':
    case 'hung':
      return outcome
  }
}

async function authenticate(network: Network, request: NetworkRequest): Promise<TokenHolder> {
  const holder = await findTokenHolder(network.db, request.headers.authorization)
  if (holder.isRevoked) throw tokenInvalid()
  return holder
}

/** The schema is the one `Body` is derived from. */
async function readJson<Body>(request: NetworkRequest, schema: TSchema): Promise<Body> {
  if (request.headers['content-type'] !== 'application/json') {
    throw new Refusal(415, 'not_json', 'The body must be application/json.')
  }
  const body = parseBody((await request.readBody(mostJsonBytes)).toString('utf8'))
  if (Check(schema, body)) return body as Body
  const [first] = Errors(schema, body)
  throw new Refusal(422, 'body_invalid', `${first?.instancePath || '/'} ${first?.message ?? 'is wrong'}.`)
}

function parseBody(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new Refusal(400, 'body_unreadable', `The body is no JSON: ${(error as SyntaxError).name}.`)
  }
}

function notOffered(what: string): Refusal {
  return new Refusal(403, 'not_offered', `This profile's network does not offer ${what}.`)
}

function shownProfile(network: Network, profile: SandboxProfile): JsonObject {
  const { id, name, network_class, lifetime_ms, behavior, behavior_left, slow_ms, retry_after_seconds } =
    profile
  return {
    id,
    name,
    url: `${network.publicUrl}/sandbox/${id}`,
    network_class,
    lifetime_ms,
    behavior,
    times: behavior_left,
    slow_ms,
    retry_after_seconds,
  }
}

function shownPost(
  network: Network,
  profile: SandboxProfile,
  { created_at, text, reply_to, media, id }: OwnPost,
): JsonObject {
  const shownMedia = media.map((medium) => ({ ...medium }))
  return {
    ...reference(network, profile, id),
    text,
    reply_to,
    media: shownMedia,
    created_at: created_at.toISOString(),
  }
}

function reference(network: Network, profile: SandboxProfile, id: string) {
  return { id, url: `${network.publicUrl}/sandbox/${profile.id}/${id}` }
}

function json(status: number, body: JsonObject | null): NetworkAnswer {
  return { kind: 'json', status, body }
}
