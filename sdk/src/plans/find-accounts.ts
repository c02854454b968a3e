import type { SocialAccount } from '../generated/models.ts'
import { PlanError } from './plan-error.ts'

/**
 * Finds the accounts that a person named: by id, number, `@username`, platform, `platform:@username`, or all of a group by its
 * name or `group:name`.
 * @throws PlanError for a name that no account has, or that several have
 */
export function findAccounts(names: readonly string[], accounts: readonly SocialAccount[]): SocialAccount[] {
  const found = names.flatMap((name) => findNamed(name, accounts))
  return found.filter((account, index) => found.findIndex(({ id }) => id === account.id) === index)
}

function findNamed(name: string, accounts: readonly SocialAccount[]): readonly SocialAccount[] {
  const prefix = 'group:'
  const isGroup = name.toLowerCase().startsWith(prefix)
  const group = (isGroup ? name.slice(prefix.length) : name).toLowerCase()
  const members = accounts.filter(({ tags }) => tags.some((tag) => tag.toLowerCase() === group))
  if (isGroup && members.length === 0)
    throw new PlanError('unknown_group', { name: name.slice(prefix.length) })
  if (members.length === 0) return [findAccount(name, accounts)]
  if (!isGroup && accounts.some((account) => isNamed(account, name)))
    throw new PlanError('group_and_account', { name })
  return members
}

/** Writes an account as a person would name it: `platform:@username`. */
export function nameOf({
  platform,
  username,
}: {
  readonly platform: string
  readonly username: string
}): string {
  return `${platform}:@${username.replace(/^@/, '')}`
}

/** Finds one account. @throws PlanError */
export function findAccount(name: string, accounts: readonly SocialAccount[]): SocialAccount {
  const fitting = accounts.filter((account) => isNamed(account, name))
  const [account, another] = fitting
  if (account === undefined) {
    if (accounts.length === 0) throw new PlanError('no_accounts')
    throw new PlanError('unknown_account', { name, accounts: choices(accounts) })
  }
  if (another !== undefined) throw new PlanError('many_accounts', { name, accounts: choices(fitting) })
  return account
}

function isNamed(account: SocialAccount, name: string): boolean {
  if (account.id === name.toLowerCase() || String(account.number) === name) return true
  const wanted = name.toLowerCase()
  const username = account.username.toLowerCase().replace(/^@/, '')
  const platform = account.platform.toLowerCase()
  return [platform, `@${username}`, `${platform}:@${username}`, `${platform}:${username}`].includes(wanted)
}

function choices(accounts: readonly SocialAccount[]): string {
  const most = 12
  const shown = accounts.slice(0, most).map((account) => {
    const isClear = accounts.filter((other) => nameOf(other) === nameOf(account)).length === 1
    return isClear ? nameOf(account) : `${nameOf(account)} (number ${account.number})`
  })
  return accounts.length > most ? `${shown.join(', ')} and ${accounts.length - most} more` : shown.join(', ')
}
