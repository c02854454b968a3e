import { type Laid, layBench, publishAtOnce } from '../../conformance/bench.ts'
import type { CommitStep, Committed, Io, PublishedPost } from '../../connector.ts'
import type { WebhookHouse } from './world.ts'

export { failureOf, type Laid } from '../../conformance/bench.ts'

/** A post that is prepared and composed. */
export interface Bench {
  readonly step: CommitStep
  io(): Io
  send(step?: CommitStep): Promise<Committed>
}

export async function layOut(house: WebhookHouse, laid: Laid = {}): Promise<Bench> {
  const bench = layBench(house, laid)
  const step = await bench.readyToSend()
  return { step, io: () => bench.io(step), send: (sent = step) => bench.send(sent) }
}

/** Publishes as far as the answer to the commit. */
export const publish = (house: WebhookHouse, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(layBench(house, laid))
