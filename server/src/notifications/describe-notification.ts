import { cleanText } from '../lib/text/clean-text.ts'
import { excerptOf } from '../lib/text/excerpt.ts'
import { Sentence, sentence, type Words, word } from '../lib/text/sentence.ts'
import type { NotificationFacts } from './gather-facts.ts'
import { type AccountFact, problemsIn, reasonOf } from './reasons.ts'

/** The words of a notification: English sentences with their varying parts, which may be said in another language. */
export interface NotificationWords {
  readonly title: Words
  /** Sentences that stand one after the other. */
  readonly details: readonly Words[]
  /** Where in the app one sees it, or does something about it. */
  readonly path: string
}

/** A notification as far as its words need it. */
interface Describable {
  readonly eventType: string
  readonly subjectId: string
  readonly facts: NotificationFacts
}

/** Describes a notification. `nameOf` is the name that people read for a platform. */
export function describeNotification(
  { eventType, subjectId, facts }: Describable,
  nameOf: (platform: string) => string,
): NotificationWords {
  const post = facts.excerpt
    ? sentence('“{excerpt}”', { excerpt: facts.excerpt })
    : word('a post without text')
  const atPost = `/posts/${subjectId}`
  const { published, total } = facts
  switch (eventType) {
    case 'post.failed':
      return {
        title: sentence('Not published: {post}', { post }),
        details: failures(facts, nameOf),
        path: atPost,
      }
    case 'post.partial':
      return {
        title: sentence('{published} of {total} published: {post}', { published, total, post }),
        details: failures(facts, nameOf),
        path: atPost,
      }
    case 'post.needs_review':
      return {
        title: wasOnlyMissed(facts)
          ? sentence('Missed its time: {post}', { post })
          : sentence('Is it live? {post}', { post }),
        details: questions(facts, nameOf),
        path: atPost,
      }
    case 'post.held':
      return {
        title: sentence('Waiting: {post}', { post }),
        details: [...holds(facts, nameOf), ...othersOf(facts)],
        path: atPost,
      }
    case 'post.submitted':
      return {
        title: sentence('Waiting for approval: {post}', { post }),
        details: ['It does not go out before somebody approves it, even if its time passes.'],
        path: atPost,
      }
    case 'post.approved':
      return {
        title: sentence('Approved: {post}', { post }),
        details: decision(facts, (name) => sentence('{name} approved it by a review link.', { name }), [
          'It goes out as planned.',
        ]),
        path: atPost,
      }
    case 'post.returned':
      return {
        title: sentence('Sent back: {post}', { post }),
        details: decision(facts, (name) => sentence('{name} asked for changes by a review link.', { name }), [
          'It is a draft again.',
        ]),
        path: atPost,
      }
    case 'post_note.created':
    case 'post_note.updated':
      return describeNote(facts, post)
    case 'recurrence.needs_attention':
      return {
        title: sentence('Cannot be repeated: {post}', { post }),
        details: problemsOf(facts, nameOf),
        path: `/recurrences#${subjectId}`,
      }
    default:
      return describePlace({ eventType, subjectId, facts }, nameOf)
  }
}

/** Who decided about a post, where it was a client, and their words, which stay as they wrote them. */
function decision(
  { client, comment }: NotificationFacts,
  byClient: (name: string) => Words,
  otherwise: readonly Words[],
): readonly Words[] {
  const words = [
    ...(client === undefined ? [] : [byClient(client)]),
    ...(comment === null ? [] : [new Sentence('{comment}', { comment })]),
  ]
  return words.length > 0 ? words : otherwise
}

const longestNote = 300

/** A note on a post, by its writer and its first words. */
function describeNote(
  { name, comment, note, others = 0 }: NotificationFacts,
  post: Words,
): NotificationWords {
  const who = name ?? word('Somebody')
  const words = excerptOf(cleanText(comment ?? '', longestNote * 2), longestNote)
  return {
    title: note?.is_mention
      ? sentence('{who} mentioned you: {post}', { who, post })
      : sentence('{who} wrote a note: {post}', { who, post }),
    details: [
      comment === null ? 'The note was deleted.' : new Sentence('{comment}', { comment: words }),
      ...(others === 0 ? [] : [earlierNotes(others)]),
    ],
    path: `/posts/${note?.post_id}#notes`,
  }
}

function earlierNotes(count: number): Words {
  if (count === 1) return 'There is another new note before it.'
  return sentence('There are {count} other new notes before it.', { count })
}

/** An account, a feed or an endpoint. */
function describePlace(
  { eventType, subjectId, facts }: Describable,
  nameOf: (platform: string) => string,
): NotificationWords {
  const [first] = facts.accounts
  const account = first
    ? sentence('@{username} on {network}', { username: first.username, network: nameOf(first.platform) })
    : word('the account')
  const feed = facts.name ? sentence('“{name}”', { name: facts.name }) : word('a feed')
  switch (eventType) {
    case 'social_account.needs_reconnect':
      return {
        title: sentence('Reconnect {account}', { account }),
        details: ['The network signed Crier out of it. Its posts wait until somebody connects it again.'],
        path: `/accounts/${subjectId}`,
      }
    case 'social_account.blocked':
      return {
        title: sentence('{account} is blocked', { account }),
        details: [
          'The network has blocked or suspended the account. Settle it there, then connect it again. Its posts wait.',
        ],
        path: `/accounts/${subjectId}`,
      }
    case 'feed.failing':
      return {
        title: sentence('Feed cannot be read: {feed}', { feed }),
        details: [...problemsIn(facts), 'Crier has tried for three days, and goes on trying.'],
        path: `/feeds/${subjectId}`,
      }
    case 'feed.stopped':
      return {
        title: sentence('Feed stopped: {feed}', { feed }),
        details: [...problemsIn(facts), 'It makes no more posts until somebody resumes it.'],
        path: `/feeds/${subjectId}`,
      }
    default:
      return {
        title: sentence('Webhook switched off: {endpoint}', {
          endpoint: facts.endpoint ?? word('an endpoint'),
        }),
        details: ['It failed for too long. Its events are kept; repair it, then switch it on again.'],
        path: `/build/webhooks/${subjectId}`,
      }
  }
}

/** As many reasons as a person reads before they look for themselves. */
const mostReasons = 3

/** The problems of a recurrence, each with the account that it is about. */
function problemsOf(facts: NotificationFacts, nameOf: (platform: string) => string): Words[] {
  const ofAccounts = facts.accounts.map((account) =>
    ofAccount(account, nameOf, reasonOf(account) ?? word('It failed.')),
  )
  return [...ofAccounts, ...problemsIn(facts)].slice(0, mostReasons)
}

/** The accounts and the network’s own words, each once. */
function failures({ accounts }: NotificationFacts, nameOf: (platform: string) => string): Words[] {
  return accounts
    .filter(({ state }) => state === 'failed')
    .slice(0, mostReasons)
    .map((account) => ofAccount(account, nameOf, reasonOf(account) ?? word('It failed.')))
}

/** Whether every result that asks missed its time, so that none of them may be public. */
function wasOnlyMissed({ accounts }: NotificationFacts): boolean {
  const asking = accounts.filter(({ state }) => state === 'needs_review')
  return asking.length > 0 && asking.every(({ reason }) => reason === 'missed_window')
}

function questions({ accounts }: NotificationFacts, nameOf: (platform: string) => string): Words[] {
  return accounts
    .filter(({ state }) => state === 'needs_review')
    .slice(0, mostReasons)
    .map((account) => ofAccount(account, nameOf, questionOf(account)))
}

function questionOf({ reason }: AccountFact): Words {
  switch (reason) {
    case 'missed_window':
      return word('its time passed while Crier could not send. It was not sent.')
    case 'duplicate_seen':
      return word('a post like it is there already.')
    case 'restored':
      return word(
        'the server was put back to an older backup, which does not know whether it was sent. It may be public.',
      )
    default:
      return word('it was sent and no answer came. It may be public, and was not sent again.')
  }
}

function holds({ accounts }: NotificationFacts, nameOf: (platform: string) => string): Words[] {
  return accounts
    .filter(({ state }) => state === 'held')
    .slice(0, mostReasons)
    .map((account) => ofAccount(account, nameOf, holdOf(account)))
}

function othersOf({ others = 0 }: NotificationFacts): Words[] {
  if (others === 0) return []
  if (others === 1) return ['Another post waits for the same reason.']
  return [sentence('{count} other posts wait for the same reason.', { count: others })]
}

function holdOf({ reason }: AccountFact): Words {
  switch (reason) {
    case 'reconnect':
    case 'disconnected':
      return word('somebody must connect the account again.')
    case 'blocked':
      return word('the network has blocked the account.')
    case 'subscription':
      return word('the workspace has no active subscription.')
    case 'paused':
      return word('publishing is paused.')
    case 'guard':
      return word('the operator of the server must lift a guard first.')
    default:
      return word('it waits for a person.')
  }
}

/** A reason with the account that it is about. */
function ofAccount(
  { username, platform }: AccountFact,
  nameOf: (platform: string) => string,
  reason: Words,
): Words {
  return sentence('@{username} on {network}: {reason}', { username, network: nameOf(platform), reason })
}
