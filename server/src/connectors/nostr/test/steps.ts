import { type Bench, type Laid, layBench, publishFully } from '../../conformance/bench.ts'
import type { PublishedPost, Settled } from '../../connector.ts'
import type { FakeEvent } from './fake-event.ts'
import type { NostrHouse } from './world.ts'

export { failureOf, layBench } from '../../conformance/bench.ts'

export const publish = (house: NostrHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishFully(layBench(house, laid))

/** Publishes, and settles what was not published at once. */
export async function commitAndSettle(bench: Bench): Promise<Settled> {
  const sent = await bench.readyToSend()
  const committed = await bench.send(sent)
  return committed.outcome === 'published' ? committed : bench.settle({ ...sent, ref: committed.ref })
}

/** The notes of a relay, oldest first. */
export function notesOf(house: NostrHouse, index = 0): FakeEvent[] {
  return [...(house.relays[index]?.events.values() ?? [])].filter(({ kind }) => kind === 1)
}
