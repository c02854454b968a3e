import { type Bench as AnyBench, type Laid, layBench, publishAtOnce } from '../../conformance/bench.ts'
import type { IoFactory } from '../../conformance/hand-io.ts'
import { describeFitting, makePictures, type Picture } from '../../conformance/pictures.ts'
import type {
  Account,
  CommitStep,
  Committed,
  Io,
  MediaKind,
  PublishedPost,
  Settled,
} from '../../connector.ts'
import { wordpress } from '../connector.ts'

export { failureOf, type Laid } from '../../conformance/bench.ts'

/** A connected account and the way to its site. */
export interface Desk {
  readonly account: Account
  readonly io: IoFactory
}

/** A post that is prepared and composed. */
export interface Bench {
  readonly step: CommitStep
  io(): Io
  send(): Promise<Committed>
  settle(): Promise<Settled>
}

export const pictures = (desk: Desk, count: number): Promise<Picture[]> =>
  makePictures(count, wordpress.limits(desk.account))

/** A file of which a site reads no more than its beginning. */
export function makeFile(kind: MediaKind, bytes: Buffer): Picture {
  const limit = wordpress.limits(null).media.kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`There is no limit for ${kind}.`)
  return { draft: { ...describeFitting(limit), bytes: bytes.length }, bytes }
}

export const filmBytes = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2mp41 a film'),
])
export const pdfBytes = Buffer.from('%PDF-1.4\n%%EOF')

/** A post of which nothing is prepared yet. */
export const begin = ({ account, io }: Desk, laid: Laid = {}): AnyBench =>
  layBench({ connector: wordpress, account, io }, laid)

export async function layOut(desk: Desk, laid: Laid = {}): Promise<Bench> {
  const bench = begin(desk, laid)
  const step = await bench.readyToSend()
  return {
    step,
    io: () => bench.io(),
    send: () => bench.send(step),
    settle: () => bench.settle(step),
  }
}

/** Publishes as far as the answer to the commit. */
export const publish = (desk: Desk, laid: Laid = {}): Promise<PublishedPost> =>
  publishAtOnce(begin(desk, laid))
