import type { Account, NetworkClass } from '../connector.ts'

const classes = ['key', 'expiring_key', 'two_phase', 'list', 'blind'] as const

/** The class this pretend account was connected with; blind when it says none we know. */
export function classOf({ settings }: Account): NetworkClass['class'] {
  return classes.find((known) => known === settings.network_class) ?? 'blind'
}

/** A key is trusted for half the time it lives, so that a send in its last moments is not late. */
export function networkClassOf(account: Account): NetworkClass {
  const known = classOf(account)
  if (known !== 'expiring_key') return { class: known, keyLifetimeMs: null }
  const { lifetime_ms: lifetime } = account.settings
  return { class: known, keyLifetimeMs: typeof lifetime === 'number' ? lifetime / 2 : 0 }
}
