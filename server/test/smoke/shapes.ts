import type { Json } from '../../src/lib/json/json.ts'
import type { Entry } from './journal.ts'

/** The form of the answers to one kind of call: what may be compared between a network and its fake. */
export interface CallShape {
  /** The step, the method and the path without ids. */
  readonly call: string
  readonly statuses: readonly number[]
  /** The types of each member, by its place, such as `media_attachments[].url`. */
  readonly members: Readonly<Record<string, readonly string[]>>
}

/** Reads the shapes of the calls of a journal, in the order in which they were first made. */
export function shapesOf(entries: readonly Entry[]): CallShape[] {
  const calls = [...new Set(entries.map(nameOf))]
  return calls.map((call) => {
    const answers = entries.filter((entry) => nameOf(entry) === call)
    const members = new Map<string, Set<string>>()
    for (const { answer } of answers) addMembers(members, '', answer)
    const sorted = [...members].sort(([one], [other]) => (one < other ? -1 : 1))
    return {
      call,
      statuses: [...new Set(answers.map(({ status }) => status))].sort(),
      members: Object.fromEntries(sorted.map(([place, types]) => [place, [...types].sort()])),
    }
  })
}

/**
 * Says where the answers of the network differ from those of its fake, a sentence for each. A step that was never tried at the
 * network is left out.
 */
export function compareShapes(real: readonly CallShape[], fake: readonly CallShape[]): string[] {
  const made = real.flatMap((one) => {
    const other = fake.find(({ call }) => call === one.call)
    return other ? compareCall(one, other) : [`${one.call}: the fake was never asked this.`]
  })
  const tried = new Set(real.map(stepOf))
  const missing = fake.filter((one) => tried.has(stepOf(one)) && !real.some(({ call }) => call === one.call))
  return [...made, ...missing.map(({ call }) => `${call}: only the fake was asked this.`)]
}

function stepOf({ call }: CallShape): string {
  return call.slice(0, call.indexOf(':'))
}

function compareCall(real: CallShape, fake: CallShape): string[] {
  const statuses = real.statuses.filter((status) => !fake.statuses.includes(status))
  const added = Object.keys(real.members).filter((place) => !(place in fake.members))
  const lacking = Object.keys(fake.members).filter((place) => !(place in real.members))
  const others = Object.entries(real.members).flatMap(([place, types]) => {
    const known = fake.members[place]
    const strange = known ? types.filter((type) => !known.includes(type)) : []
    return strange.length > 0 ? [`${place} is ${strange.join(' or ')}, not ${known?.join(' or ')}`] : []
  })
  const lines = [
    statuses.length > 0 ? `status ${statuses.join(', ')}, not ${fake.statuses.join(', ')}` : null,
    added.length > 0 ? `new members ${added.join(', ')}` : null,
    lacking.length > 0 ? `missing members ${lacking.join(', ')}` : null,
    ...others,
  ]
  return lines.flatMap((sentence) => (sentence === null ? [] : [`${real.call}: ${sentence}.`]))
}

function addMembers(members: Map<string, Set<string>>, place: string, value: Json): void {
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  const types = members.get(place) ?? new Set()
  members.set(place, types.add(type))
  if (Array.isArray(value)) for (const item of value) addMembers(members, `${place}[]`, item)
  else if (value !== null && typeof value === 'object')
    for (const [name, member] of Object.entries(value))
      addMembers(members, place === '' ? name : `${place}.${name}`, member)
}

function nameOf({ step, method, url }: Entry): string {
  const path = new URL(url).pathname.split('/').map((part) => (isId(part) ? ':id' : part))
  return `${step}: ${method} ${path.join('/')}`
}

// Numbers, and long names with a digit in them, such as ULIDs, UUIDs and hashes. A word of an API is neither.
function isId(part: string): boolean {
  return /^\d+$/.test(part) || (part.length >= 12 && /\d/.test(part) && !part.includes('.'))
}
