import { keep, readKept } from '../../boot/kept.ts'
import type { When } from '../content.ts'

// The server keeps the time of a draft, and not that it is meant for now or for the queue.
const storedAt = 'crier-way-of-drafts'
const mostKept = 50

type Ways = readonly (readonly [id: string, kind: 'now' | 'queue'])[]

const read = (): Ways => JSON.parse(readKept(storedAt) ?? '[]') as Ways

/** How a draft without a time is to go out, as far as this device knows. */
export function wayOfDraft(id: string): When {
  return { kind: read().find(([known]) => known === id)?.[1] ?? 'open' }
}

/** Remembers how a draft is to go out, for when it is opened again. */
export function rememberWayOfDraft(id: string, { kind }: When): void {
  const others = read().filter(([known]) => known !== id)
  const ways: Ways = kind === 'now' || kind === 'queue' ? [[id, kind], ...others] : others
  keep(storedAt, JSON.stringify(ways.slice(0, mostKept)))
}
