import type { Context } from '../../context.ts'
import type { AccountSource, NamedSources, Sources } from './sources.ts'

/** A live account that was active when it was read, and when that was. */
interface RememberedAccount {
  readonly source: AccountSource
  /** By the clock of the database. */
  readonly now: Date
  /** By the monotonic clock. */
  readonly readAt: number
}

const memories = new WeakMap<Context, Map<string, RememberedAccount>>()
const rememberedMs = 5_000
const mostRemembered = 10_000

/**
 * The sources of a post as they were in the last five seconds; null unless every account it names is remembered. They
 * may be stale. Media are never remembered, nor is test data, because its clock may be moved.
 */
export function recallSources(context: Context, post: NamedSources): Sources | null {
  const memory = memories.get(context)
  if (!memory || post.references.length > 0) return null
  const accounts = new Map<string, AccountSource>()
  let now = new Date(0)
  for (const name of post.accountNames) {
    const known = memory.get(memoryKey(post, name))
    const age = performance.now() - (known?.readAt ?? Number.NEGATIVE_INFINITY)
    if (!known || age > rememberedMs) return null
    now = new Date(known.now.getTime() + age)
    accounts.set(name, known.source).set(known.source.id, known.source)
  }
  return { now, accounts, mediaOf: () => undefined, mayBeStale: true }
}

/** Remembers the accounts of a post that were just read. */
export function rememberSources(context: Context, post: NamedSources, { now, accounts }: Sources): void {
  if (post.mode !== 'live') return
  const memory = memories.get(context) ?? new Map<string, RememberedAccount>()
  memories.set(context, memory)
  if (memory.size >= mostRemembered) memory.clear()
  const readAt = performance.now()
  for (const name of post.accountNames) {
    const source = accounts.get(name)
    if (source?.status === 'active') memory.set(memoryKey(post, name), { source, now, readAt })
    else memory.delete(memoryKey(post, name))
  }
}

/** Forgets accounts that are not what they were when they were read. One that was read again since is kept. */
export function forgetAccounts(
  context: Context,
  place: Pick<NamedSources, 'workspaceId' | 'mode'>,
  accounts: readonly AccountSource[],
): void {
  const memory = memories.get(context)
  for (const { id, number, version } of accounts) {
    for (const name of [memoryKey(place, id), memoryKey(place, String(number))]) {
      if (memory?.get(name)?.source.version === version) memory.delete(name)
    }
  }
}

function memoryKey(
  { workspaceId, mode }: Pick<NamedSources, 'workspaceId' | 'mode'>,
  account: string,
): string {
  return `${workspaceId} ${mode} ${account}`
}
