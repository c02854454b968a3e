import type { Context } from '../../context.ts'
import type { AccountSource, Named, Sources } from './load-sources.ts'

/** A live account that was active when it was looked at, and when that was. */
interface Remembered {
  readonly source: AccountSource
  /** By the clock of the database. */
  readonly now: Date
  /** By the clock that nobody sets. */
  readonly readAt: number
}

const memories = new WeakMap<Context, Map<string, Remembered>>()
const rememberedMs = 5_000
const mostRemembered = 10_000

/**
 * What posts name, as it was a few seconds ago: saves those who post again and again the look. Null unless all of it is
 * remembered. It may have changed since, so whoever relies on it stores nothing without comparing the `version` of each
 * account, and refuses nobody for it. Test data are never remembered: their clock may be moved. Nor are media.
 */
export function recallSources(context: Context, posts: readonly Named[]): Sources[] | null {
  const memory = memories.get(context)
  if (!memory) return null
  const found = posts.flatMap((post) => recall(memory, post) ?? [])
  return found.length === posts.length ? found : null
}

function recall(memory: ReadonlyMap<string, Remembered>, post: Named): Sources | null {
  if (post.references.length > 0) return null
  const accounts = new Map<string, AccountSource>()
  let now = new Date(0)
  for (const id of post.accountIds) {
    const known = memory.get(nameOf(post, id))
    const age = performance.now() - (known?.readAt ?? Number.NEGATIVE_INFINITY)
    if (!known || age > rememberedMs) return null
    now = new Date(known.now.getTime() + age)
    accounts.set(id, known.source)
  }
  return { now, accounts, mediaOf: () => undefined }
}

/** Keeps what was just read. */
export function rememberSources(context: Context, post: Named, { now, accounts }: Sources): void {
  if (post.mode !== 'live') return
  const memory = memories.get(context) ?? new Map<string, Remembered>()
  memories.set(context, memory)
  if (memory.size >= mostRemembered) memory.clear()
  const readAt = performance.now()
  for (const id of post.accountIds) {
    const source = accounts.get(id)
    if (source?.status === 'active') memory.set(nameOf(post, id), { source, now, readAt })
  }
}

/** For who found out that it had changed. */
export function forgetSources(context: Context, post: Omit<Named, 'references'>): void {
  for (const id of post.accountIds) memories.get(context)?.delete(nameOf(post, id))
}

function nameOf({ workspaceId, mode }: Pick<Named, 'workspaceId' | 'mode'>, id: string): string {
  return `${workspaceId} ${mode} ${id}`
}
