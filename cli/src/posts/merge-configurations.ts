import type { ExpandedPost } from '@crier/sdk'
import type { PostMembers } from './build-post.ts'

type Members = Record<string, Record<string, unknown>>

/** Adds the options of a change to those that a post or a recurrence has, because the API replaces them as a whole. */
export function mergeConfigurations(
  before: Pick<ExpandedPost, 'platform_configurations' | 'account_configurations'>,
  members: PostMembers,
): PostMembers {
  const { platform_configurations: platforms, account_configurations: accounts } = members
  return {
    ...members,
    ...(platforms
      ? { platform_configurations: merge(byPlatform(before.platform_configurations), platforms) }
      : {}),
    ...(accounts
      ? { account_configurations: merge(byAccount(before.account_configurations), accounts as Members) }
      : {}),
  }
}

function merge(old: Members, added: Members): Members {
  const merged = Object.entries(added).map(([name, options]) => [name, { ...old[name], ...options }])
  return { ...old, ...Object.fromEntries(merged) }
}

function byPlatform(value: unknown): Members {
  return (value ?? {}) as Members
}

/** The three forms in which a post may have been sent, as the one with account ids as names. */
function byAccount(value: unknown): Members {
  const inner = (value as { account_configurations?: unknown } | null)?.account_configurations ?? value ?? {}
  if (!Array.isArray(inner)) return inner as Members
  const entries = (inner as { account_id: string | number }[]).map(({ account_id: id, ...options }) => [
    id,
    options,
  ])
  return Object.fromEntries(entries) as Members
}
