import type { NotificationFacts } from './gather-facts.ts'

/** The words of a notification, in English. */
export interface NotificationText {
  readonly title: string
  readonly detail: string
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
): NotificationText {
  const post = facts.excerpt ? `“${facts.excerpt}”` : 'a post without text'
  const accounts = facts.accounts.map((account) => `@${account.username} on ${nameOf(account.platform)}`)
  const account = accounts[0] ?? 'the account'
  const atPost = `/posts/${subjectId}`
  switch (eventType) {
    case 'post.failed':
      return { title: `Not published: ${post}`, detail: failures(facts, accounts), path: atPost }
    case 'post.partial':
      return {
        title: `${facts.published} of ${facts.total} published: ${post}`,
        detail: failures(facts, accounts),
        path: atPost,
      }
    case 'post.needs_review':
      return {
        title: wasOnlyMissed(facts) ? `Missed its time: ${post}` : `Is it live? ${post}`,
        detail: questions(facts, accounts),
        path: atPost,
      }
    case 'post.held':
      return { title: `Waiting: ${post}`, detail: holds(facts, accounts), path: atPost }
    case 'post.submitted':
      return {
        title: `Waiting for approval: ${post}`,
        detail: 'It does not go out before somebody approves it, even if its time passes.',
        path: atPost,
      }
    case 'post.returned':
      return {
        title: `Sent back: ${post}`,
        detail: facts.comment ?? 'It is a draft again.',
        path: atPost,
      }
    case 'social_account.needs_reconnect':
      return {
        title: `Reconnect ${account}`,
        detail: 'The network signed Crier out of it. Its posts wait until somebody connects it again.',
        path: `/accounts/${subjectId}`,
      }
    case 'social_account.blocked':
      return {
        title: `${account} is blocked`,
        detail:
          'The network has blocked or suspended the account. Settle it there, then connect it again. Its posts wait.',
        path: `/accounts/${subjectId}`,
      }
    case 'feed.failing':
      return {
        title: `Feed cannot be read: ${feedNamed(facts)}`,
        detail: [...facts.problems, 'Crier has tried for three days, and goes on trying.'].join(' '),
        path: `/feeds/${subjectId}`,
      }
    case 'feed.stopped':
      return {
        title: `Feed stopped: ${feedNamed(facts)}`,
        detail: [...facts.problems, 'It makes no more posts until somebody resumes it.'].join(' '),
        path: `/feeds/${subjectId}`,
      }
    case 'recurrence.needs_attention':
      return {
        title: `Cannot be repeated: ${post}`,
        detail: problemsOf(facts, accounts),
        path: `/recurrences#${subjectId}`,
      }
    default:
      return {
        title: `Webhook switched off: ${facts.endpoint ?? 'an endpoint'}`,
        detail: 'It failed for too long. Its events are kept; repair it, then switch it on again.',
        path: `/build/webhooks/${subjectId}`,
      }
  }
}

function feedNamed({ name }: NotificationFacts): string {
  return name ? `“${name}”` : 'a feed'
}

/** The problems of a recurrence, each with the account that it is about. */
function problemsOf({ accounts, problems }: NotificationFacts, names: readonly string[]): string {
  const ofAccounts = accounts.map(({ message }, index) => `${names[index]}: ${message}`)
  return [...ofAccounts, ...problems].slice(0, 3).join(' ')
}

/** The accounts and the network’s own words, each once. */
function failures({ accounts }: NotificationFacts, names: readonly string[]): string {
  return sentences(
    accounts,
    names,
    ({ state }) => state === 'failed',
    ({ message }) => message ?? 'It failed.',
  )
}

/** Whether every result that asks missed its time, so that none of them may be public. */
function wasOnlyMissed({ accounts }: NotificationFacts): boolean {
  const asking = accounts.filter(({ state }) => state === 'needs_review')
  return asking.length > 0 && asking.every(({ reason }) => reason === 'missed_window')
}

function questions({ accounts }: NotificationFacts, names: readonly string[]): string {
  return sentences(
    accounts,
    names,
    ({ state }) => state === 'needs_review',
    ({ reason }) => {
      switch (reason) {
        case 'missed_window':
          return 'its time passed while Crier could not send. It was not sent.'
        case 'duplicate_seen':
          return 'a post like it is there already.'
        case 'restored':
          return 'the server was put back to an older backup, which does not know whether it was sent. It may be public.'
        default:
          return 'it was sent and no answer came. It may be public, and was not sent again.'
      }
    },
  )
}

function holds({ accounts }: NotificationFacts, names: readonly string[]): string {
  return sentences(
    accounts,
    names,
    ({ state }) => state === 'held',
    ({ reason }) => {
      switch (reason) {
        case 'reconnect':
        case 'disconnected':
          return 'somebody must connect the account again.'
        case 'blocked':
          return 'the network has blocked the account.'
        case 'subscription':
          return 'the workspace has no active subscription.'
        case 'paused':
          return 'publishing is paused.'
        case 'guard':
          return 'the operator of the server must lift a guard first.'
        default:
          return 'it waits for a person.'
      }
    },
  )
}

function sentences(
  accounts: NotificationFacts['accounts'],
  names: readonly string[],
  isMeant: (account: NotificationFacts['accounts'][number]) => boolean,
  say: (account: NotificationFacts['accounts'][number]) => string,
): string {
  return accounts
    .flatMap((account, index) => (isMeant(account) ? [`${names[index]}: ${say(account)}`] : []))
    .slice(0, 3)
    .join(' ')
}
