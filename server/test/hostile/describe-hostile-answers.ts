import { expect, inject, it } from 'vitest'
import type { Conversation } from './conversations.ts'
import { fuzzAnswers, type KnownConversation, learnAnswers } from './fuzz-answers.ts'
import { runFuzz } from './run-fuzz.ts'
import { slowness } from './yardstick.ts'

/** Holds a connector to its promises while its networks' honest answers are changed in every way. */
export function describeHostileAnswers(open: () => Promise<readonly Conversation[]>): void {
  it('reads changed answers in time, into a failure or what can be stored', {
    timeout: 24 * 3_600_000,
  }, async () => {
    const conversations = await open()
    try {
      const known: KnownConversation[] = []
      for (const conversation of conversations) known.push(await learnAnswers(conversation))
      const slow = slowness()
      const { cases, findings } = await runFuzz(3, (number) =>
        fuzzAnswers(known, inject('seed'), number, slow),
      )
      expect(findings).toEqual([])
      expect(cases).toBeGreaterThanOrEqual(known.length)
    } finally {
      for (const { close } of conversations) await close()
    }
  })
}
