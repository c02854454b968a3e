import { atOncePerEndpoint, type ClaimedDelivery } from './claim-deliveries.ts'

/** The deliveries that a dispatcher has in its hands, in a line for each endpoint. */
export interface EndpointLines {
  /** Puts claimed deliveries into the lines of their endpoints. */
  add(deliveries: readonly ClaimedDelivery[]): void
  /** Takes the deliveries that may be begun now, endpoint by endpoint. */
  begin(): ClaimedDelivery[]
  /** Notes the end of a delivery that was begun. */
  end(delivery: ClaimedDelivery, hasFailed: boolean): void
  /** Takes out the deliveries that are not to be begun any more: the endpoint fails, or they have waited for too long. */
  takeLeftOver(): ClaimedDelivery[]
  /** Takes out everything that was not begun. */
  takeWaiting(): ClaimedDelivery[]
  hasWaiting(): boolean
  /** How many may be begun besides those under way and in the lines. */
  free(): number
  /** How many are under way to endpoints that fail. */
  failing(): number
  /** The endpoints of which there are enough. */
  full(): string[]
}

interface Line {
  readonly waiting: ClaimedDelivery[]
  readonly underWay: Set<ClaimedDelivery>
  isFailing: boolean
  /** When the last of them were claimed, by `performance.now()`. */
  claimedAt: number
}

export interface LineOptions {
  /** The most deliveries that are under way. */
  readonly atOnce: number
  /** A delivery that was claimed so long ago is not begun, for its endpoint may have changed. */
  readonly freshMs: number
  readonly now?: () => number
}

export function createEndpointLines({
  atOnce,
  freshMs,
  now = () => performance.now(),
}: LineOptions): EndpointLines {
  const lines = new Map<string, Line>()
  let underWay = 0

  const isFresh = (line: Line) => now() - line.claimedAt < freshMs

  function lineOf({ endpointId, isFailing }: ClaimedDelivery): Line {
    const line = lines.get(endpointId) ?? { waiting: [], underWay: new Set(), isFailing, claimedAt: 0 }
    lines.set(endpointId, line)
    return line
  }

  function tidy(endpointId: string, line: Line): void {
    if (sizeOf(line) === 0) lines.delete(endpointId)
  }

  return {
    add: (deliveries) => {
      for (const delivery of deliveries) {
        const line = lineOf(delivery)
        line.waiting.push(delivery)
        line.isFailing = delivery.isFailing
        line.claimedAt = now()
      }
    },
    begin: () => {
      const begun: ClaimedDelivery[] = []
      for (const [endpointId, line] of lines) {
        if (underWay >= atOnce) break
        const room = Math.min(windowOf(line) - line.underWay.size, atOnce - underWay)
        if (room <= 0 || line.waiting.length === 0 || !isFresh(line)) continue
        for (const delivery of line.waiting.splice(0, room)) {
          line.underWay.add(delivery)
          underWay += 1
          begun.push(delivery)
        }
        // The next turn begins with another endpoint.
        lines.delete(endpointId)
        lines.set(endpointId, line)
      }
      return begun
    },
    end: (delivery, hasFailed) => {
      const line = lineOf(delivery)
      if (line.underWay.delete(delivery)) underWay -= 1
      if (hasFailed) line.isFailing = true
      tidy(delivery.endpointId, line)
    },
    takeLeftOver: () => {
      const left: ClaimedDelivery[] = []
      for (const [endpointId, line] of lines) {
        const isStuck = line.isFailing && line.underWay.size > 0
        if (line.waiting.length === 0 || (!isStuck && isFresh(line))) continue
        left.push(...line.waiting.splice(0))
        tidy(endpointId, line)
      }
      return left
    },
    takeWaiting: () =>
      [...lines].flatMap(([endpointId, line]) => {
        const waiting = line.waiting.splice(0)
        tidy(endpointId, line)
        return waiting
      }),
    hasWaiting: () => [...lines.values()].some(({ waiting }) => waiting.length > 0),
    free: () => Math.max(0, atOnce - sumOf(lines, (line) => Math.min(windowOf(line), sizeOf(line)))),
    failing: () => sumOf(lines, (line) => (line.isFailing ? line.underWay.size : 0)),
    full: () =>
      [...lines].flatMap(([endpointId, line]) =>
        line.waiting.length > 0 || line.underWay.size >= windowOf(line) ? endpointId : [],
      ),
  }
}

function windowOf({ isFailing }: Line): number {
  return isFailing ? 1 : atOncePerEndpoint
}

function sizeOf({ waiting, underWay }: Line): number {
  return waiting.length + underWay.size
}

function sumOf(lines: ReadonlyMap<string, Line>, count: (line: Line) => number): number {
  return [...lines.values()].reduce((sum, line) => sum + count(line), 0)
}
