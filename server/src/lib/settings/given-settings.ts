import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { findNetworkFault } from '../addresses/network.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings of an operator by name. Each reading of a wrong value adds a sentence to `wrong` and answers something usable. */
export interface GivenSettings<Name extends string> {
  readonly wrong: string[]
  /** The text of a setting, or its default. */
  text(name: Name): string
  wholeNumber(name: Name, min: number, max: number): number
  choice<Choice extends string>(name: Name, choices: readonly [Choice, ...Choice[]]): Choice
  /** An address of HTTP without a slash at the end; null for none. */
  address(name: Name): string | null
  /** Networks with their lengths: an address alone is a network of one. */
  networks(name: Name): string[]
}

/** Opens the settings of an environment. `defaultOf` answers the empty text for a setting without a default. */
export function openSettings<Name extends string>(
  env: Environment,
  defaultOf: (name: Name) => string,
): GivenSettings<Name> {
  const wrong: string[] = []
  const known = new Map<Name, string>()
  const text = (name: Name) => {
    // A file is read once, and what is wrong with it is said once.
    const found = known.get(name) ?? readVariable(env, name, wrong) ?? defaultOf(name)
    known.set(name, found)
    return found
  }
  return {
    wrong,
    text,
    wholeNumber: (name, min, max) => parseWholeNumber(name, text(name), { min, max }, wrong),
    choice: (name, choices) => parseChoice(name, text(name), choices, wrong),
    address: (name) => parseAddress(name, text(name), wrong),
    networks: (name) => parseNetworks(name, text(name), wrong),
  }
}

/** The value of a variable, or of the file that the variable with `_FILE` names; null where neither is set. */
export function readVariable(env: Environment, name: string, wrong: string[]): string | null {
  const value = env[name]
  const file = env[`${name}_FILE`]
  if (value && file) wrong.push(`${name} and ${name}_FILE are both set; set one of them.`)
  if (value) return value.trim()
  if (!file) return null
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    wrong.push(`${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    return null
  }
}

interface Range {
  readonly min: number
  readonly max: number
}

function parseWholeNumber(name: string, text: string, { min, max }: Range, wrong: string[]): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  wrong.push(`${name} is "${text}"; it must be a whole number from ${min} to ${max}.`)
  return min
}

function parseChoice<Choice extends string>(
  name: string,
  text: string,
  choices: readonly [Choice, ...Choice[]],
  wrong: string[],
): Choice {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  wrong.push(`${name} is "${text}"; it must be ${choices.join(' or ')}.`)
  return choices[0]
}

function parseAddress(name: string, text: string, wrong: string[]): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return url.href.replace(/(?<!\/)\/+$/, '')
  }
  wrong.push(`${name} is "${text}"; it must be an address such as https://crier.example.org.`)
  return null
}

function parseNetworks(name: string, text: string, wrong: string[]): string[] {
  const networks = text.split(',').flatMap((part) => part.trim() || [])
  for (const network of networks) {
    const fault = findNetworkFault(network)
    if (fault !== null) wrong.push(`${name} names "${network}"; ${fault}.`)
  }
  return networks.map((network) => {
    if (network.includes('/')) return network
    return `${network}/${isIP(network) === 6 ? 128 : 32}`
  })
}
