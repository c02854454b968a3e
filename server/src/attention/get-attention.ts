import type { CallContext, Caller, KeyScope } from '../context.ts'
import { excerptOf } from '../lib/text/excerpt.ts'
import {
  type Attention,
  type AttentionItem,
  type AttentionKind,
  type AttentionQuery,
  type AttentionRow,
  attentionKinds,
  toFoundItems,
} from './attention-schema.ts'
import { findAccounts } from './find-accounts.ts'
import { findApprovals, findReturned } from './find-approvals.ts'
import { findEdits } from './find-edits.ts'
import { findEndpoints } from './find-endpoints.ts'
import { findFeeds } from './find-feeds.ts'
import { findLimits } from './find-limits.ts'
import { findRecurrences } from './find-recurrences.ts'
import { findFailures, findReviews } from './find-reviews.ts'
import { findStops } from './find-stops.ts'

interface Finder {
  /** The scope that settling it needs. Items that a caller could not settle are left out. */
  readonly scope: KeyScope
  readonly find: (call: CallContext, limit: number) => Promise<AttentionRow[]>
}

const finders: Readonly<Record<AttentionKind, Finder>> = {
  review: { scope: 'publish', find: findReviews },
  approval: { scope: 'publish', find: findApprovals },
  account: { scope: 'accounts', find: findAccounts },
  failed: { scope: 'publish', find: findFailures },
  edit: { scope: 'publish', find: findEdits },
  returned: { scope: 'write', find: findReturned },
  recurrence: { scope: 'publish', find: findRecurrences },
  endpoint: { scope: 'admin', find: findEndpoints },
  feed: { scope: 'write', find: findFeeds },
  limit: { scope: 'publish', find: findLimits },
}

const usualLimit = 50

/** All that needs this caller, in one answer: the first of each kind that is asked for, and how many there are of all kinds. */
export async function getAttention(
  call: CallContext,
  { kind: asked, limit = usualLimit }: AttentionQuery,
): Promise<Attention> {
  const counts: Record<string, number> = {}
  const data: AttentionItem[] = []
  for (const kind of attentionKinds) {
    const { scope, find } = finders[kind]
    const most = asked === undefined || asked.includes(kind) ? limit : 0
    // One row tells how many there are.
    const rows = has(call.caller, scope) ? await find(call, Math.max(most, 1)) : []
    const { total, items } = toFoundItems(kind, rows, (text) => excerptOf(text, 80))
    counts[kind] = total
    data.push(...items.slice(0, most))
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { total, counts, data: data.toSorted(byDeadline), stops: await findStops(call) }
}

function has({ scopes }: Caller, scope: KeyScope): boolean {
  return scopes === 'all' || scopes.includes(scope)
}

function byDeadline(a: AttentionItem, b: AttentionItem): number {
  if (a.deadline !== null && b.deadline !== null) return compare(a.deadline, b.deadline)
  if (a.deadline !== null || b.deadline !== null) return a.deadline === null ? 1 : -1
  return compare(b.since ?? '', a.since ?? '')
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
