import { expect, it } from 'vitest'
import { createJudge } from './judge-workers.ts'

const elsewhere = { bootId: 'another', namespaces: 'pid:[1]', pid: 1, startedAt: 1 }
const cut = { id: 1, owner: 'cut', identity: elsewhere, sessionIsGone: true }
const longMs = 60_000

it('takes a worker for lost whose session is missed twice in a row', () => {
  const judge = createJudge(null, 10_000)
  expect(judge.findGone([cut], longMs)).toEqual([])
  expect(judge.findGone([cut], longMs)).toEqual([{ id: 1, owner: 'cut', isProven: false }])
})

it('takes none for lost that came back in between', () => {
  const judge = createJudge(null, 10_000)
  judge.findGone([cut], longMs)
  judge.findGone([], longMs)
  expect(judge.findGone([cut], longMs)).toEqual([])
})

it.each([
  ['has none', null],
  ['opened it just now', 9_999],
])('concludes nothing from sessions when its own %s', (_what, ageMs) => {
  const judge = createJudge(null, 10_000)
  for (let look = 0; look < 5; look += 1) expect(judge.findGone([cut], ageMs)).toEqual([])
})

it('takes none for lost whose session would prove nothing', () => {
  const judge = createJudge(null, 10_000)
  for (let look = 0; look < 5; look += 1)
    expect(judge.findGone([{ ...cut, sessionIsGone: false }], longMs)).toEqual([])
})
