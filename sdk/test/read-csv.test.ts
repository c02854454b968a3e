import { expect, test } from 'vitest'
import { readCsv } from '../src/plans.ts'

const cells = (text: string) => readCsv(text).map((row) => row.cells)

test('a table is read as spreadsheets save it', () => {
  expect(cells('a,b\r\n1,2\r\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(cells('\ufeffa;b\n"x;y";"say ""hi"""\n')).toEqual([
    ['a', 'b'],
    ['x;y', 'say "hi"'],
  ])
  expect(cells('a\tb\rone, two\t\r')).toEqual([
    ['a', 'b'],
    ['one, two', ''],
  ])
  expect(cells('a,b\n"two\nlines","three\r\nlines\r\n"')).toEqual([
    ['a', 'b'],
    ['two\nlines', 'three\r\nlines\r\n'],
  ])
  expect(cells('a,b\n5" pipe,""\n')).toEqual([
    ['a', 'b'],
    ['5" pipe', ''],
  ])
})

test('rows know the line on which they begin, and empty ones are left out', () => {
  const rows = readCsv('"a\nb",c\n\n , \n"1\r\n2\r\n3",x\n4,y')
  expect(rows.map(({ line }) => line)).toEqual([1, 5, 8])
  expect(readCsv('')).toEqual([])
  expect(readCsv('\n\n')).toEqual([])
})

test('separators within quotes do not decide which one the table has', () => {
  expect(cells('"a,b,c";d\n1;2')).toEqual([
    ['a,b,c', 'd'],
    ['1', '2'],
  ])
})

test('a quote that is never closed, or that something follows, is said with its line', () => {
  expect(() => readCsv('a,b\n1,"2\n3')).toThrow(
    'The quote that begins on line 2 of the table is never closed.',
  )
  expect(() => readCsv('a,b\n"1"2,3')).toThrow('Line 2 of the table has "2" behind a quote that was closed.')
})

test('a long table of quotes is read in time that grows with its length alone', () => {
  const table = `a,b\n${'"x""y","z"\n'.repeat(50_000)}`
  const begun = performance.now()
  expect(readCsv(table)).toHaveLength(50_001)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
