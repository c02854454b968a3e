import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from '../../src/people/password.ts'

/** How many hashes are worked on now, and how many were at most. */
const atWork = vi.hoisted(() => ({ now: 0, most: 0 }))

// The library works in threads of Node, of which there are four anyway. So this counts what it is asked for, and not what it does.
vi.mock('@node-rs/argon2', () => {
  const work = async <Result>(result: Result): Promise<Result> => {
    atWork.now += 1
    atWork.most = Math.max(atWork.most, atWork.now)
    await pause(5)
    atWork.now -= 1
    return result
  }
  return { hash: () => work('a hash'), verify: () => work(true) }
})

test('of many passwords at once four are hashed, new ones and those of sign-ins together', async () => {
  const asked = Array.from({ length: 20 }, (_, number) =>
    number % 2 === 0 ? hashPassword('a sentence') : verifyPassword(null, 'a sentence'),
  )
  await Promise.all(asked)
  expect(atWork).toEqual({ now: 0, most: 4 })
})
