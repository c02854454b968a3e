import { setTimeout as pause } from 'node:timers/promises'
import type { AskedPost } from './facts.ts'
import { type Chance, chanceOf } from './random.ts'
import type { Ask, Settled } from './stubborn-client.ts'

export interface LoadOptions {
  readonly seed: number
  /** Targets in all, and for how long posts are created. */
  readonly targets: number
  readonly forMs: number
  /** Account id → profile. */
  readonly accounts: ReadonlyMap<string, string>
  /** Ends the creating before its time. */
  readonly enough: AbortSignal
}

/** The requests of one author, who writes posts and changes their mind. */
export interface Load {
  /** Everything that was acknowledged so far. */
  readonly asked: AskedPost[]
  /** How often something was changed, canceled, or came too late for it. */
  readonly counts: { edited: number; rescheduled: number; canceled: number; too_late: number }
  /** Resolves when the last request is answered for good. */
  readonly done: Promise<void>
}

/** Creates posts at an even pace, some at once and some for in a moment, and edits, reschedules and cancels some. */
export function startLoad(ask: Ask, options: LoadOptions): Load {
  const asked: AskedPost[] = []
  const counts = { edited: 0, rescheduled: 0, canceled: 0, too_late: 0 }
  return { asked, counts, done: writeAll(ask, options, asked, counts) }
}

async function writeAll(
  ask: Ask,
  options: LoadOptions,
  asked: AskedPost[],
  counts: Load['counts'],
): Promise<void> {
  const startedAt = performance.now()
  const underWay: Promise<void>[] = []
  for (let number = 1, targets = 0; targets < options.targets && !options.enough.aborted; number += 1) {
    const chance = chanceOf('post', options.seed, number)
    const accounts = pickAccounts(chance, [...options.accounts.keys()], options.targets - targets)
    targets += accounts.length
    underWay.push(live(ask, { number, chance, accounts, options, asked, counts }))
    const nextAt = (targets / options.targets) * options.forMs
    await pause(Math.max(0, nextAt - (performance.now() - startedAt)))
  }
  await Promise.all(underWay)
}

function pickAccounts(chance: Chance, all: readonly string[], most: number): string[] {
  const wanted = Math.min(most, chance.is(0.7) ? 1 : chance.is(0.6) ? 2 : 3)
  const picked = new Set<string>()
  while (picked.size < wanted) picked.add(chance.oneOf(all))
  return [...picked]
}

interface Life {
  number: number
  chance: Chance
  accounts: readonly string[]
  options: LoadOptions
  asked: AskedPost[]
  counts: Load['counts']
}

/** One post, from its creation to its author's last change of mind. */
async function live(ask: Ask, { number, chance, accounts, options, asked, counts }: Life): Promise<void> {
  const isLater = chance.is(0.6)
  const dueAt = isLater
    ? Date.now() + Math.round(chance.between(300, Math.min(6_000, options.forMs / 3)))
    : null
  const text = `Post ${number}, as it was written first`
  const from = Date.now()
  const body = { caption: text, social_accounts: accounts, ...(dueAt === null ? {} : scheduled(dueAt)) }
  const created = await ask('POST', '/v1/posts', body)
  if (isPast(created)) return
  if (created.status !== 200) throw new Error(`Post ${number} was refused: ${JSON.stringify(created.json)}`)
  const profiles = accounts.map((id) => options.accounts.get(id) ?? '')
  const post: AskedPost = {
    number,
    id: created.json.id,
    profiles,
    text,
    dues: [{ at: dueAt ?? 0, from, until: null }],
    settledAt: Date.now(),
    canceledAt: null,
  }
  asked.push(post)
  const change = chance.next()
  // Most changes of mind come when it is nearly too late, or just is.
  const waitMs = (dueAt ?? Date.now()) - Date.now() + chance.between(-500, 250)
  await pause(chance.is(0.7) ? Math.max(0, waitMs) : 0)
  if (change < 0.15) await cancel(ask, post, counts)
  else if (change < 0.3) await edit(ask, post, counts)
  else if (change < 0.45 && isLater) await reschedule(ask, post, counts, chance)
}

async function cancel(ask: Ask, post: AskedPost, counts: Load['counts']): Promise<void> {
  const answer = await ask('POST', `/v1/posts/${post.id}/cancel`)
  if (!isDone(answer, counts)) return
  counts.canceled += 1
  post.canceledAt = Date.now()
}

async function edit(ask: Ask, post: AskedPost, counts: Load['counts']): Promise<void> {
  const text = `Post ${post.number}, as it was corrected`
  if (!isDone(await ask('PATCH', `/v1/posts/${post.id}`, { caption: text }), counts)) return
  counts.edited += 1
  post.text = text
  post.settledAt = Date.now()
}

async function reschedule(ask: Ask, post: AskedPost, counts: Load['counts'], chance: Chance): Promise<void> {
  const from = Date.now()
  const dueAt = from + Math.round(chance.between(200, 2_000))
  if (!isDone(await ask('PATCH', `/v1/posts/${post.id}`, scheduled(dueAt)), counts)) return
  counts.rescheduled += 1
  post.settledAt = Date.now()
  for (const due of post.dues) due.until ??= post.settledAt
  post.dues.push({ at: dueAt, from, until: null })
}

function isDone({ status, json }: Settled, counts: Load['counts']): boolean {
  if (status === 200) return true
  const isLate = status === 409 || isPast({ status, json })
  if (!isLate) throw new Error(`A change was answered with ${status}: ${JSON.stringify(json)}`)
  counts.too_late += 1
  return false
}

// The API was down until the time that was asked for had passed.
function isPast({ status, json }: Settled): boolean {
  return status === 422 && json.code === 'scheduled_at_in_past'
}

function scheduled(at: number): { scheduled_at: string } {
  return { scheduled_at: new Date(at).toISOString() }
}
