import { type Database, sql } from '../../db/database.ts'
import { program, startCommand } from '../../lib/process/program.ts'
import { counted } from '../../lib/text/counted.ts'
import { listPauses, type PauseRange } from '../../publishing/person/pause-publishing.ts'
import { isNotInState, restingStates } from '../../targets/state-sql.ts'
import { describePause } from '../pause-words.ts'
import { type Finding, finding, note } from './finding.ts'

interface PublishingFacts {
  owners: number
  accounts: number
  reconnects: string[]
  blocked: string[]
  reviews: Counts
  held: Counts
  unknowns: number
  oldest_unknown_s: number | null
  overdue: number
  oldest_overdue_s: number | null
  workers: number
  idle_s: number | null
}

/** Counts by reason. */
type Counts = Readonly<Record<string, number>>

const isOpen = isNotInState('t', restingStates)

/**
 * Checks publishing in all workspaces, because the doctor is the operator's. The query uses partial indexes, so that old
 * posts cost nothing.
 */
export async function checkPublishing(db: Database): Promise<Finding[]> {
  const facts = await db.row<PublishingFacts>(sql`
    select
      (select count(*) from memberships where role = 'owner') as owners,
      (select count(*) from social_accounts where disconnected_at is null) as accounts,
      (select coalesce(array_agg(platform || ' ' || username order by platform, username), '{}') from social_accounts
        where status = 'needs_reconnect' and disconnected_at is null) as reconnects,
      (select coalesce(array_agg(platform || ' ' || username order by platform, username), '{}') from social_accounts
        where status = 'blocked' and disconnected_at is null) as blocked,
      (select coalesce(jsonb_object_agg(reason, n), '{}') from (select review ->> 'reason' as reason, count(*) as n
        from targets where state = 'needs_review' group by 1) r) as reviews,
      (select coalesce(jsonb_object_agg(hold_reason, n), '{}') from (select hold_reason, count(*) as n
        from targets where state = 'held' and hold_reason not in ('parent', 'approval') group by 1) h) as held,
      unknown.*, due.*, looking.*
    from (select count(*) as unknowns,
        extract(epoch from clock_timestamp() - min(coalesce(c.first_sent_at, t.updated_at)))::float8
          as oldest_unknown_s
      from targets t left join commits c on c.workspace_id = t.workspace_id and c.target_id = t.id
        and c.outcome in ('pending', 'unknown')
      where t.state = 'unknown') unknown,
      (select count(*) filter (where next_action_at < clock_timestamp() - interval '1 minute') as overdue,
        extract(epoch from clock_timestamp() - min(next_action_at))::float8 as oldest_overdue_s
      from targets t where ${isOpen} and next_action_at <= (select clock_timestamp())
        and (lease_until is null or lease_until < clock_timestamp())) due,
      (select count(*) as workers, extract(epoch from clock_timestamp() - max(state_change))::float8 as idle_s
      from pg_stat_activity where datname = current_database() and application_name = 'crier worker') looking`)
  if (!facts) throw new Error('The database answered nothing.')
  return [
    checkOwners(facts.owners),
    checkAccounts(facts),
    checkReviews(facts.reviews),
    checkHeld(facts.held),
    checkUnknown(facts),
    checkOverdue(facts),
    checkPauses(await listPauses(db)),
    checkWorkers(facts),
  ]
}

function checkOwners(owners: number): Finding {
  if (owners > 0)
    return finding('owner', true, owners === 1 ? 'There is an owner.' : `There are ${owners} owners.`, '')
  return finding(
    'owner',
    false,
    'There is no owner yet.',
    `Create the first one: ${program} bootstrap --help`,
  )
}

function checkAccounts({ accounts, reconnects, blocked }: PublishingFacts): Finding {
  if (accounts === 0)
    return note('accounts', 'No account is connected yet.', `Connect one: ${program} accounts connect --help`)
  const troubles = [
    ...(reconnects.length === 0 ? [] : [`These accounts must be reconnected: ${fewOf(reconnects)}.`]),
    ...(blocked.length === 0 ? [] : [`Their networks have blocked these accounts: ${fewOf(blocked)}.`]),
  ]
  const isFine = troubles.length === 0
  const found = isFine ? `${counted(accounts, 'account is', 'accounts are')} connected.` : troubles.join(' ')
  const first = blocked.length === 0 ? '' : 'Settle each block with its network first.\n'
  const advice = `${first}Connect each of them again: ${program} accounts connect --help\nTheir held posts are then published.`
  return finding('accounts', isFine, found, advice)
}

function fewOf(names: readonly string[]): string {
  return (names.length > 20 ? [...names.slice(0, 20), '…'] : names).join(', ')
}

function checkReviews(reviews: Counts): Finding {
  const count = sum(reviews)
  const found =
    count === 0
      ? 'No post result needs a review.'
      : `${counted(count, 'post result needs', 'post results need')} a review: ${listed(reviews)}.`
  const advice =
    'Answer them in the app under Needs you. Or list them with GET /v1/post-results?status=needs_review, look on the network, and resolve each with POST /v1/post-results/{id}/resolve.'
  return finding('reviews', count === 0, found, advice)
}

function checkHeld(held: Counts): Finding {
  const count = sum(held)
  const found =
    count === 0
      ? 'Nothing is held.'
      : `${counted(count, 'post result is', 'post results are')} held: ${listed(held)}.`
  const advice =
    'Each is released when its reason ends: when the account is connected, the pause or guard is lifted, or the subscription is active.'
  return finding('held', count === 0, found, advice)
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}

function listed(counts: Counts): string {
  return Object.entries(counts)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ')
}

/** Crier looks for a post with a lost answer for some minutes. A longer wait means that no worker looks. */
const longestUnknownSeconds = 900

function checkUnknown({ unknowns, oldest_unknown_s }: PublishingFacts): Finding {
  const seconds = Math.round(oldest_unknown_s ?? 0)
  const found =
    unknowns === 0
      ? 'No answer of a network is missing.'
      : `${counted(unknowns, 'publish call has', 'publish calls have')} no answer, the oldest for ${seconds} s.`
  const advice =
    'The worker looks for these posts automatically. Check that it is running and can reach the network.'
  return finding('lost answers', seconds < longestUnknownSeconds, found, advice)
}

function checkOverdue({ overdue, oldest_overdue_s }: PublishingFacts): Finding {
  const seconds = Math.round(oldest_overdue_s ?? 0)
  const found =
    overdue === 0
      ? 'Nothing is overdue.'
      : `${counted(overdue, 'post result is', 'post results are')} overdue, the oldest by ${seconds} s.`
  return finding(
    'overdue',
    overdue === 0,
    found,
    `Check that the server is running. Start it with: ${startCommand}`,
  )
}

function checkPauses(pauses: readonly PauseRange[]): Finding {
  const found = pauses.length === 0 ? 'Publishing is not paused.' : pauses.map(describePause).join('\n')
  return finding('pauses', pauses.length === 0, found, 'Posts that become due are held until then.')
}

/** A worker queries for due posts every few seconds. */
const longestIdleSeconds = 30

function checkWorkers({ workers, idle_s, overdue }: PublishingFacts): Finding {
  // No worker is fine while nothing is due: the doctor may run before the first start.
  if (workers === 0) {
    const [found, advice] = [
      'No worker is running, so nothing is published.',
      `Start it with: ${startCommand}`,
    ]
    return overdue === 0 ? note('worker', found, advice) : finding('worker', false, found, advice)
  }
  const seconds = Math.round(idle_s ?? 0)
  const found = `A worker last used the database ${seconds} s ago.`
  const advice = 'Check its /readyz and its log, then restart it.'
  return finding('worker', seconds <= longestIdleSeconds, found, advice)
}
