import type { FastifyInstance } from 'fastify'
import { onceClosed } from './once-closed.ts'

/** The requests that are being answered, and the work for them. */
interface RequestsUnderWay {
  /** Resolves when there are none, or after this time. */
  finished(longestMs: number): Promise<void>
}

/**
 * Counts requests until they are answered and their work is done. The two end in any order: a client that hangs up while its
 * request waits for the database leaves work behind, which would otherwise meet a closed pool. Call it before routes are registered.
 */
export function countRequestsUnderWay(app: FastifyInstance): RequestsUnderWay {
  // A Set of requests would keep them alive in its outgrown tables until a full garbage collection; a number does not.
  let underWay = 0
  let whenQuiet: (() => void) | null = null
  const begin = () => {
    underWay += 1
  }
  const end = () => {
    underWay -= 1
    if (underWay > 0 || whenQuiet === null) return
    // A request goes on from one step to the next within this turn of the loop.
    setImmediate(() => {
      if (underWay === 0) whenQuiet?.()
    })
  }
  const follow = <Work>(work: Work): Work => {
    if (!(work instanceof Promise)) return work
    begin()
    work.then(end, end)
    return work
  }
  app.addHook('onRoute', (route) => {
    const { handler, onRequest } = route
    route.handler = function (request, reply) {
      return follow(handler.call(this, request, reply))
    }
    if (typeof onRequest === 'function')
      route.onRequest = function (...given) {
        return follow(Reflect.apply(onRequest, this, given))
      }
  })
  app.addHook('onRequest', (_request, reply, done) => {
    begin()
    onceClosed(reply.raw, end)
    done()
  })
  return {
    finished: (longestMs) =>
      new Promise((resolve) => {
        if (underWay === 0) return resolve()
        const timer = setTimeout(resolve, longestMs)
        whenQuiet = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
