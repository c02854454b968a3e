import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectors } from '../../server/src/connectors/index.ts'
import { accessWords } from '../../server/src/http/pages/access-words.ts'

const source = readFileSync(join(import.meta.dirname, '../src/accounts/way-words.ts'), 'utf8')

test('every way that asks for something is a whole phrase, the same in the app and on the page of a link', () => {
  const ways = connectors.flatMap(({ connect }) => connect.filter(({ kind }) => kind === 'form'))
  expect(ways.length).toBeGreaterThan(10)
  for (const { way } of ways) {
    expect(accessWords(way), way).toMatch(/^(?:an?|the) /)
    expect(source, way).toContain(`${way}: t({ message: '${accessWords(way)}'`)
  }
})
