import { takeEarlyAnswer } from './early-answer.ts'
import { networkLosses, setLiveState } from './live-state.ts'

/** A fetch whose outcomes say whether the server can be reached. */
export const watchedFetch: typeof globalThis.fetch = async (input, init) => {
  const losses = networkLosses()
  try {
    const answer = await (takeEarlyAnswer(input, init) ?? globalThis.fetch(input, init))
    if (losses === networkLosses()) setLiveState('live')
    return answer
  } catch (error) {
    // A call that the page itself ended says nothing of the server.
    if (!init?.signal?.aborted) setLiveState(navigator.onLine ? 'away' : 'offline')
    throw error
  }
}
