import { isAtLeast, type Role, roles } from '../callers/roles.ts'

/** The kinds of notifications. */
export const kinds = [
  'failed',
  'needs_review',
  'held',
  'approval',
  'approved',
  'returned',
  'reconnect',
  'webhook',
  'note',
] as const
export type NotificationKind = (typeof kinds)[number]

/** The kinds that tell of something about which nobody has to do anything. */
export const informing: readonly NotificationKind[] = ['approved', 'note']

/** How a person is notified: not at all, in the app, or in the app and by mail. */
export const notificationWays = ['none', 'app', 'mail'] as const
export type NotificationWay = (typeof notificationWays)[number]

interface KindRule {
  /** The least role that can do something about it. Lower roles are not notified. */
  readonly least: Role
  /** The least role that is notified by mail, unless the person chose otherwise. */
  readonly mailedFrom: Role
}

const rules: Readonly<Record<NotificationKind, KindRule>> = {
  failed: { least: 'viewer', mailedFrom: 'editor' },
  needs_review: { least: 'viewer', mailedFrom: 'editor' },
  held: { least: 'viewer', mailedFrom: 'editor' },
  approval: { least: 'editor', mailedFrom: 'editor' },
  approved: { least: 'author', mailedFrom: 'author' },
  returned: { least: 'author', mailedFrom: 'author' },
  reconnect: { least: 'viewer', mailedFrom: 'admin' },
  webhook: { least: 'admin', mailedFrom: 'admin' },
  note: { least: 'viewer', mailedFrom: 'viewer' },
}

/** The usual way in which a role is notified of a kind; null where the role never is. */
export function usualWay(kind: NotificationKind, role: Role): NotificationWay | null {
  const { least, mailedFrom } = rules[kind]
  if (!isAtLeast(role, least)) return null
  return isAtLeast(role, mailedFrom) ? 'mail' : 'app'
}

/** The usual way of every kind and role that has one. */
export const usualWays = kinds.flatMap((kind) =>
  roles.flatMap((role) => {
    const way = usualWay(kind, role)
    return way === null ? [] : [{ kind, role, way }]
  }),
)
