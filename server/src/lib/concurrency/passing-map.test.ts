import { expect, test } from 'vitest'
import { PassingMap } from './passing-map.ts'

test('answers what a Map would, whatever comes and goes', () => {
  const [map, real] = [new PassingMap<number, number>(), new Map<number, number>()]
  let state = 1
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  for (let step = 0; step < 20_000; step += 1) {
    const key = random(300)
    if (random(2) === 0) {
      map.set(key, step)
      real.set(key, step)
    } else {
      map.delete(key)
      real.delete(key)
    }
    expect(map.get(key)).toBe(real.get(key))
    expect(map.size).toBe(real.size)
  }
  for (let key = 0; key < 300; key += 1) expect(map.get(key)).toBe(real.get(key))
})
