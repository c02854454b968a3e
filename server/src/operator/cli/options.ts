import { findExactNetworkFault } from '../../lib/addresses/network.ts'
import { parseDateTime } from '../../lib/date-time.ts'
import { type Option, UsageError } from './command.ts'

export const workspaceOption: Option = {
  value: 'ID',
  about: 'The id of the workspace; needed only if there are several.',
}

/** @throws UsageError */
export function readDate(name: string, text: string | null): Date | null {
  if (text === null) return null
  const date = parseDateTime(text)
  if (date === null) {
    throw new UsageError(`--${name} is "${text}"; it must be a time such as 2030-01-31T00:00:00Z.`)
  }
  return date
}

/** @throws UsageError */
export function readNetworks(name: string, text: string | null): string[] {
  const networks = (text ?? '').split(',').flatMap((part) => part.trim() || [])
  for (const network of networks) {
    const fault = findExactNetworkFault(network)
    if (fault !== null) throw new UsageError(`--${name} names "${network}"; ${fault}.`)
  }
  return networks
}
