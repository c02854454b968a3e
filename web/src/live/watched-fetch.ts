import { learnServerClock } from '../time/server-clock.ts'
import { takeEarlyAnswer } from './early-answer.ts'
import { isAnswerInPlace } from './is-unreached.ts'
import { networkLosses, setLiveState } from './live-state.ts'
import { noteRefusal } from './refusals.ts'

// A browser ends the calls of a page that goes away, also one that saves its last words, unless they are to live on.
let isLeaving = false
addEventListener('pagehide', () => {
  isLeaving = true
})
addEventListener('pageshow', () => {
  isLeaving = false
})

/** A fetch whose outcomes say whether the server can be reached, and what time it is there. */
export const watchedFetch: typeof globalThis.fetch = async (input, init) => {
  const losses = networkLosses()
  const early = takeEarlyAnswer(input, init)
  const askedAt = Date.now() - (early === null ? 0 : performance.now())
  try {
    const answer = await (early ?? globalThis.fetch(input, isLeaving ? { ...init, keepalive: true } : init))
    if (isAnswerInPlace(answer)) {
      setLiveState('away')
      return answer
    }
    learnServerClock(answer, askedAt)
    if (losses === networkLosses()) setLiveState('live')
    if (answer.status === 403) noteRefusal()
    return answer
  } catch (error) {
    // A call that the page itself ended says nothing of the server.
    if (!init?.signal?.aborted) setLiveState(navigator.onLine ? 'away' : 'offline')
    throw error
  }
}
