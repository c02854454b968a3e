import { expect, test } from 'vitest'
import { nameOfFile } from './name-of-file.ts'

const named = (
  disposition: string | undefined,
  address = 'https://example.org/a/harbour%20.jpg?key=secret',
) => nameOfFile(new URL(address), disposition)

test.each([
  [undefined, 'harbour .jpg'],
  ['inline', 'harbour .jpg'],
  ['attachment; filename="boats.png"', 'boats.png'],
  ['attachment; filename=boats.png; size=3', 'boats.png'],
  ["attachment; filename=a.png; filename*=UTF-8''f%C3%BCr%20dich.png", 'für dich.png'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="..\\\\..\\\\boot.ini"', 'boot.ini'],
  ['attachment; filename="a\u0007\u202eb.png"', 'a b.png'],
  ['attachment; filename=""', 'harbour .jpg'],
])('a file sent with %j is named %j', (disposition, name) => expect(named(disposition)).toBe(name))

test('a file without any name is called file', () => {
  expect(named(undefined, 'https://example.org/')).toBe('file')
  expect(named(undefined, 'https://example.org/%E0%A4%A')).toBe('%E0%A4%A')
})

test('a name has at most 255 characters', () => {
  expect(named(`attachment; filename="${'a'.repeat(5_000)}"`)).toHaveLength(255)
})
