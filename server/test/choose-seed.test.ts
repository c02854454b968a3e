import { expect, test } from 'vitest'
import { chooseSeed } from './choose-seed.ts'

const commit = () => '80a20d902ed7e01f881e91ea71522ce531e3e1a4\n'

test('random tests begin where TEST_SEED says', () => {
  expect(chooseSeed({ TEST_SEED: '7', CI: 'true' }, commit)).toBe(7)
  expect(() => chooseSeed({ TEST_SEED: 'seven' }, commit)).toThrow('TEST_SEED is a whole number, not seven.')
})

test('in CI the commit says where, so that the next run of it begins there too', () => {
  const seed = chooseSeed({ CI: 'true' }, commit)
  expect(chooseSeed({ CI: 'true' }, commit)).toBe(seed)
  expect(chooseSeed({ CI: 'true' }, () => commit().replace('80a2', '80a3'))).not.toBe(seed)
})

test('elsewhere, and where there is no repository, any will do', () => {
  for (const seed of [chooseSeed({}, commit), chooseSeed({ CI: 'true' }, () => '')]) {
    expect(seed).toBeGreaterThanOrEqual(0)
    expect(seed).toBeLessThan(1_000_000)
  }
})
