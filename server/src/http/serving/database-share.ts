import { PassingMap } from '../../lib/concurrency/passing-map.ts'
import { Problem } from '../../lib/problem.ts'

/** How long a request waits for the share of its workspace: as long as for a free connection. */
const patienceMs = 3_000

/** The connections to the database that the requests of one workspace may hold at once in this process. */
export interface DatabaseShare {
  /** Does the work as soon as fewer than the share are at work for this workspace. @throws Problem 503 `busy` */
  use<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result>
}

interface Using {
  atWork: number
  /** Requests that wait, in the order in which they came. */
  readonly waiting: Set<() => void>
}

/**
 * Lets each workspace hold half of the connections at most, so that one that asks much and slowly waits for itself while
 * others are answered. Requests that share a statement with others need no share.
 */
export function createDatabaseShare(connections: number, patience: number = patienceMs): DatabaseShare {
  const share = Math.max(1, Math.floor(connections / 2))
  const workspaces = new PassingMap<string, Using>()

  function end(workspaceId: string, using: Using): void {
    const [next] = using.waiting
    if (next) {
      using.waiting.delete(next)
      next()
      return
    }
    using.atWork -= 1
    if (using.atWork === 0) workspaces.delete(workspaceId)
  }

  return {
    use: async (workspaceId, work) => {
      const using = workspaces.get(workspaceId) ?? { atWork: 0, waiting: new Set() }
      workspaces.set(workspaceId, using)
      if (using.atWork < share) using.atWork += 1
      else await waitIn(using.waiting, patience)
      try {
        return await work()
      } finally {
        end(workspaceId, using)
      }
    },
  }
}

function waitIn(waiting: Set<() => void>, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(go)
      reject(tooBusy)
    }, patience)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.add(go)
  })
}

const tooBusy = new Problem(
  503,
  'busy',
  'Other requests of this workspace take all of its time at the database. Nothing was changed. Send fewer at once, or try again in a moment.',
  { retryAfterSeconds: 1 },
)
