import { setTimeout as pause } from 'node:timers/promises'

/** Asks every 20 ms until the answer is what is wanted; fails with the last answer after `withinMs`. */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isIt: (answer: Answer) => boolean,
  withinMs = 10_000,
): Promise<Answer> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (isIt(answer)) return answer
    if (performance.now() - startedAt > withinMs) {
      throw new Error(`Not within ${withinMs} ms; the last answer was ${JSON.stringify(answer)}`)
    }
    await pause(20)
  }
}
