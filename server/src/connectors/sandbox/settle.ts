import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { type CommitStep, Failure, type Io, type PublishedPost, type Settled } from '../connector.ts'
import { call, callFor, textOf, tokenOf } from './api.ts'
import { classOf } from './network-class.ts'
import { remoteMedia, waitOf } from './publishing.ts'

/**
 * Finds out the outcome of a commit by the means of its network's class alone. The account may have changed its class
 * after the send; the class at the time of the send counts.
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  if (step.ref !== null) return readSubmission(step.ref, io)
  switch (classOf(step.account)) {
    case 'key':
      return hasKey(step) ? readByKey(step, io) : { outcome: 'not_found' }
    case 'expiring_key':
      return repeatUnlessFound(step, io)
    case 'two_phase':
      return readContainer(step, io)
    case 'list':
      return findInList(step, io)
    case 'blind':
      return { outcome: 'not_found' }
  }
}

function hasKey({ commit }: CommitStep): boolean {
  return commit.headers['idempotency-key'] !== undefined
}

async function readSubmission(ref: string, io: Io): Promise<Settled> {
  const submission = await call(io, tokenOf(io.credentials), 'GET', `/submissions/${ref}`)
  if (!submission) return { outcome: 'not_found' }
  return isObject(submission.post) ? publishedFrom(submission.post) : pendingFrom(submission.again_in_ms)
}

async function readByKey(step: CommitStep, io: Io): Promise<Settled> {
  const post = await call(io, tokenOf(io.credentials), 'GET', `/posts/by-key/${step.key}`)
  return post ? publishedFrom(post) : { outcome: 'repeat' }
}

/** The engine judges whether the key is still held, by the time of the first send. */
async function repeatUnlessFound(step: CommitStep, io: Io): Promise<Settled> {
  const found = await findInList(step, io)
  return found.outcome === 'not_found' && hasKey(step) ? { outcome: 'repeat' } : found
}

async function readContainer({ artefacts }: CommitStep, io: Io): Promise<Settled> {
  const { container: made } = artefacts
  if (typeof made !== 'string') return { outcome: 'not_found' }
  const container = await call(io, tokenOf(io.credentials), 'GET', `/containers/${made}`)
  switch (container?.status) {
    case 'PUBLISHED':
      return isObject(container.post) ? publishedFrom(container.post) : { outcome: 'not_found' }
    case 'FINISHED':
      return { outcome: 'repeat' }
    case 'IN_PROGRESS':
      return pendingFrom(container.again_in_ms)
    case 'EXPIRED':
      return { outcome: 'absent' }
    case 'ERROR':
      return { outcome: 'rejected', failure: verdictOf(container) }
    default:
      return { outcome: 'not_found' }
  }
}

function verdictOf({ refused }: JsonObject): Failure {
  const platformCode = typeof refused === 'string' ? refused : null
  return new Failure('invalid', 'The sandbox refused to publish the container.', { platformCode })
}

async function findInList(step: CommitStep, io: Io): Promise<Settled> {
  const since = encodeURIComponent(step.firstSentAt.toISOString())
  const { posts } = await callFor(io, tokenOf(io.credentials), 'GET', `/posts?since=${since}`)
  const found = (Array.isArray(posts) ? posts.filter(isObject) : []).filter((post) => isOurs(step, post))
  const [post, ...more] = found.map(readPost)
  if (!post) return { outcome: 'not_found' }
  return more.length === 0
    ? { outcome: 'published', ...post }
    : { outcome: 'several', posts: [post, ...more] }
}

/** Whether a post has our words, in our place of a thread, with the very media that were uploaded for it. */
function isOurs(step: CommitStep, post: JsonObject): boolean {
  const media = Array.isArray(post.media) ? post.media.map(idOf) : []
  return (
    post.text === step.draft.text &&
    post.reply_to === (step.replyTo?.parent.remoteId ?? null) &&
    media.join() === remoteMedia(step).join()
  )
}

function idOf(medium: Json): string {
  return isObject(medium) && typeof medium.id === 'string' ? medium.id : ''
}

function publishedFrom(post: JsonObject): Settled {
  return { outcome: 'published', ...readPost(post) }
}

function readPost(post: JsonObject): PublishedPost {
  return { remoteId: textOf(post, 'id'), url: textOf(post, 'url'), reference: null }
}

function pendingFrom(value: Json | undefined): Settled {
  return { outcome: 'pending', againInMs: waitOf(value) }
}
