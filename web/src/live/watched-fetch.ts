import { learnServerClock } from '../time/server-clock.ts'
import { takeEarlyAnswer } from './early-answer.ts'
import { isAnswerInPlace } from './is-unreached.ts'
import { expectAnswer } from './late-answers.ts'
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
  const answered = isPrompt(init) ? expectAnswer() : undefined
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
    if (isNews(init)) setLiveState(navigator.onLine ? 'away' : 'offline')
    throw error
  } finally {
    answered?.()
  }
}

/** Whether the server answers such a call from its own memory. Another may have to wait for a network or a file first. */
function isPrompt(init: RequestInit | undefined): boolean {
  return ['GET', 'PATCH'].includes(init?.method ?? 'GET') && !isStream(init)
}

/** Whether a call without an answer says that the server is away: not where the page itself ended it. */
function isNews(init: RequestInit | undefined): boolean {
  const { aborted, reason } = init?.signal ?? { aborted: false, reason: undefined }
  if (!aborted) return true
  // Some proxies hold a stream of events back for ever, and pass everything else on.
  return reason instanceof DOMException && reason.name === 'TimeoutError' && !isStream(init)
}

function isStream(init: RequestInit | undefined): boolean {
  return new Headers(init?.headers).get('accept') === 'text/event-stream'
}
