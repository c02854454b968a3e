import { isIP } from 'node:net'
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
    const [address = '', bits, ...rest] = network.split('/')
    const widest = isIP(address) === 4 ? 32 : 128
    const isNetwork = isIP(address) !== 0 && rest.length === 0 && (bits === undefined || isBits(bits, widest))
    if (!isNetwork)
      throw new UsageError(`--${name} names "${network}"; it must be a network such as 10.0.0.0/8.`)
  }
  return networks
}

function isBits(text: string, widest: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= widest
}
