import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const project = join(import.meta.dirname, '../..')
const here = 'test/attacks'

/** The list of attacks that a server like this one meets, each under its number. */
const attacks = [
  'an id of another workspace in every path, body and filter',
  'one Idempotency-Key many times at once, with another body, of another workspace',
  'a cancel that races the publish',
  'a process that is killed at any step',
  'whatever a network may answer',
  'an address that leads inside, in any spelling',
  'a name that changes what it leads to, and redirects that lead inside',
  'a receiver of webhooks that hangs, drips, redirects, floods or is gone',
  'an upload that is not what its address says',
  'a file that is two kinds of file, or tells where it was made',
  'a file that is small until it is opened',
  'JSON that two readers read differently, or nobody can',
  'text that means something elsewhere, or is slow to count',
  'a client that is slow, or frames its requests falsely',
  'SQL in every text, and forged cursors',
  'fields that are not for clients to set',
  'a sign-in at a network that somebody else began or ends',
  'a session that is planted, replayed or ridden from another site',
  'a key that is wrong, revoked, lesser or in the wrong place',
  'secrets wherever they can leak',
] as const

/** Tests that stand beside what they test, because they need its tools. */
const elsewhere: Readonly<Record<number, readonly string[]>> = {
  2: ['test/http/idempotency.test.ts'],
  3: ['test/stories/cancel-race.test.ts'],
  4: ['test/stories/crash.test.ts'],
  5: ['test/lib/safe-fetch-answers.test.ts'],
  6: ['test/lib/safe-fetch-addresses.test.ts'],
  7: [
    'test/lib/fetch-following.test.ts',
    'test/lib/safe-fetch-addresses.test.ts',
    'test/lib/safe-fetch-answers.test.ts',
  ],
  9: ['test/api/create-upload-url.test.ts', 'test/api/upload-media.test.ts'],
  10: ['test/faults/upload-hostile.test.ts'],
  11: ['test/faults/converter.test.ts', 'test/faults/upload-hostile.test.ts'],
  14: ['test/faults/http-hostile.test.ts'],
  15: ['test/attacks/12-people.test.ts'],
  16: ['test/attacks/12-people.test.ts'],
  18: ['test/app/two-factor.test.ts', 'test/rights/who-asks.test.ts'],
  19: [
    'test/http/authentication.test.ts',
    'test/rights/presented-keys.test.ts',
    'test/rights/guesses.test.ts',
  ],
  20: [
    'test/lib/sealed-values.test.ts',
    'test/operator/start.test.ts',
    'test/stories/cloned.test.ts',
    'test/stories/restored.test.ts',
  ],
}

const numberOf = (file: string) => Number(/^(\d\d)-.*\.test\.ts$/.exec(file)?.[1] ?? 0)

const inFolder = readdirSync(join(project, here)).filter((file) => numberOf(file) > 0)

const filesOf = (number: number) => [
  ...inFolder.filter((file) => numberOf(file) === number).map((file) => join(here, file)),
  ...(elsewhere[number] ?? []),
]

/** Whether a file has a test, or a group of them, whose title carries the number. */
function carries(file: string, number: number): boolean {
  const text = readFileSync(join(project, file), 'utf8')
  return new RegExp(`['"\`][^'"\`\\n]*#${number}(?!\\d)`).test(text)
}

describe('the list of attacks', () => {
  it.each(attacks.map((attack, index) => [index + 1, attack] as const))(
    'number %i has tests that carry its number: %s',
    (number) => {
      const files = filesOf(number)
      expect(files).not.toEqual([])
      for (const file of files) {
        expect([file, existsSync(join(project, file))]).toEqual([file, true])
        expect([file, number, carries(file, number)]).toEqual([file, number, true])
      }
    },
  )

  it('has a number for each file of this folder', () => {
    expect(inFolder.map(numberOf).filter((number) => number > attacks.length)).toEqual([])
  })
})
