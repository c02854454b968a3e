import { expect, it } from 'vitest'
import { identifyThisProcess } from '../../lib/process/process-identity.ts'
import { createJudge } from './create-judge.ts'

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

it('believes sessions from the end of its grace on', () => {
  const judge = createJudge(null, 10_000)
  judge.findGone([cut], 10_000)
  expect(judge.findGone([cut], 10_000)).toEqual([{ id: 1, owner: 'cut', isProven: false }])
})

it('concludes nothing without a session of its own, even without grace', () => {
  const judge = createJudge(null, 0)
  for (let look = 0; look < 5; look += 1) expect(judge.findGone([cut], null)).toEqual([])
})

it('knows at the first look that a process of its own machine is gone, whatever its session says', () => {
  const own = identifyThisProcess()
  // Elsewhere than on Linux nothing identifies a process, and only sessions tell.
  if (own === null) return
  const judge = createJudge(own, 10_000)
  const dead = { ...own, startedAt: own.startedAt - 1 }
  const workers = [
    { ...cut, owner: 'dead', identity: dead, sessionIsGone: false },
    { ...cut, id: 2, owner: 'alive', identity: own, sessionIsGone: false },
    { ...cut, id: 3, owner: 'nobody', identity: null, sessionIsGone: false },
  ]
  expect(judge.findGone(workers, null)).toEqual([{ id: 1, owner: 'dead', isProven: true }])
})
