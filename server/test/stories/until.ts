import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks until the answer is what is wanted; fails with the last answer after `withinMs`. It rests 20 ms after a question at first,
 * and later a tenth of the time that has passed: questions to a server can cost the processor more than what is waited for.
 */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isIt: (answer: Answer) => boolean,
  withinMs = 40_000,
): Promise<Answer> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (isIt(answer)) return answer
    const passedMs = performance.now() - startedAt
    if (passedMs > withinMs) {
      throw new Error(`Not within ${withinMs} ms; the last answer was ${JSON.stringify(answer)}`)
    }
    await pause(Math.min(250, Math.max(20, passedMs / 10)))
  }
}
