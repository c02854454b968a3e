import { expect, test } from 'vitest'
import { repeats } from '../thoroughness.ts'
import { interruptStarts } from './interrupt.ts'

// `npm run interrupted` does more of it, and kills installations too.
test('a start is ready whatever the first one was killed in', { timeout: 300_000 }, async () => {
  const done = await interruptStarts({
    stages: ['database', 'migration', 'start'],
    moments: repeats(1, 5),
    seed: 4_747,
    tell: () => undefined,
  })
  expect(done.filter(({ readyAfterMs }) => readyAfterMs === null)).toEqual([])
  expect(done).toHaveLength(repeats(3, 15))
})
