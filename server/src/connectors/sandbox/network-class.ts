import type { Account, NetworkClass } from '../connector.ts'

const classes = ['key', 'expiring_key', 'two_phase', 'list', 'blind'] as const

/** The class this pretend account was connected with; blind when it says none we know. */
export function classOf({ settings }: Account): NetworkClass['class'] {
  return classes.find((known) => known === settings.network_class) ?? 'blind'
}

/** The network keeps a key from the arrival of the request, for as long as the behaviour of the account says. */
export function networkClassOf(account: Account): NetworkClass {
  const known = classOf(account)
  if (known !== 'expiring_key') return { class: known, heldForMs: null }
  const { lifetime_ms: lifetime } = account.settings
  return { class: known, heldForMs: typeof lifetime === 'number' ? lifetime : 0 }
}
