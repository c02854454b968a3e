import { type Database, sql } from '../db/database.ts'
import { type Finding, finding } from './finding.ts'

interface PublishingFacts {
  owners: number
  reconnects: string[]
  reviews: number
  unknowns: number
  oldest_unknown_s: number | null
  overdue: number
  oldest_overdue_s: number | null
  pauses: number
}

/** Looks at every workspace: the doctor is the operator's, not a customer's. */
export async function checkPublishing(db: Database): Promise<Finding[]> {
  const facts = await db.row<PublishingFacts>(sql`
    select
      (select count(*) from memberships where role = 'owner') as owners,
      (select coalesce(array_agg(platform || ' ' || username order by platform, username), '{}') from social_accounts
        where status = 'needs_reconnect' and disconnected_at is null) as reconnects,
      count(*) filter (where state = 'needs_review') as reviews,
      count(*) filter (where state = 'unknown') as unknowns,
      extract(epoch from clock_timestamp() - min(updated_at) filter (where state = 'unknown'))::float8 as oldest_unknown_s,
      count(*) filter (where next_action_at < clock_timestamp() - interval '1 minute'
        and (lease_until is null or lease_until < clock_timestamp())
        and state not in ('published', 'failed', 'canceled', 'needs_review', 'held')) as overdue,
      extract(epoch from clock_timestamp() - min(next_action_at) filter (where
        (lease_until is null or lease_until < clock_timestamp())
        and state not in ('published', 'failed', 'canceled', 'needs_review', 'held')))::float8 as oldest_overdue_s,
      (select count(*) from pauses) as pauses
    from targets`)
  if (!facts) throw new Error('The database answered nothing.')
  return [
    finding(
      'owner',
      facts.owners > 0,
      facts.owners === 1 ? 'There is an owner.' : `There are ${facts.owners} owners.`,
      'Make the first: npm run --silent crier -- bootstrap --help',
    ),
    checkAccounts(facts.reconnects),
    checkReviews(facts.reviews),
    checkUnknown(facts),
    checkOverdue(facts),
    checkPauses(facts.pauses),
  ]
}

function checkAccounts(reconnects: readonly string[]): Finding {
  const named = reconnects.length > 20 ? [...reconnects.slice(0, 20), '…'] : reconnects
  const found =
    reconnects.length === 0 ? 'All accounts are connected.' : `To be reconnected: ${named.join(', ')}.`
  const advice = 'Connect each again with accounts connect: what is held for it goes on by itself.'
  return finding('accounts', reconnects.length === 0, found, advice)
}

function checkReviews(reviews: number): Finding {
  const found = reviews === 0 ? 'Nothing waits for a person.' : `${reviews} post results need a review.`
  const advice =
    'See GET /v1/post-results?status=needs_review, look at the network, and answer with POST /v1/post-results/{id}/resolve.'
  return finding('reviews', reviews === 0, found, advice)
}

/** A lost answer is looked into for some minutes; longer means that nobody looks. */
const longestUnknownSeconds = 900

function checkUnknown({ unknowns, oldest_unknown_s }: PublishingFacts): Finding {
  const seconds = Math.round(oldest_unknown_s ?? 0)
  const found =
    unknowns === 0 ? 'No answer is lost.' : `${unknowns} answers are lost, the oldest for ${seconds} s.`
  const advice = 'The worker asks the network by itself: is the server running, and can it reach the network?'
  return finding('lost answers', seconds < longestUnknownSeconds, found, advice)
}

function checkOverdue({ overdue, oldest_overdue_s }: PublishingFacts): Finding {
  const seconds = Math.round(oldest_overdue_s ?? 0)
  const found =
    overdue === 0 ? 'Nothing is overdue.' : `${overdue} post results are overdue, the oldest by ${seconds} s.`
  return finding('overdue', overdue === 0, found, 'Is the server running? Start it with: npm start')
}

function checkPauses(pauses: number): Finding {
  const found = pauses === 0 ? 'Publishing is not paused.' : `Publishing is paused in ${pauses} places.`
  return finding(
    'pauses',
    pauses === 0,
    found,
    'What is due meanwhile is held. End it with: npm run --silent crier -- resume',
  )
}
