import { expect, test } from 'vitest'
import { cleanLine, cleanText, cleanValue, writeJson } from '../src/output/clean-text.ts'
import { alignFacts, alignTable, shorten } from '../src/output/table.ts'
import { Terminal } from '../src/output/terminal.ts'
import { clockTime, fullTime, readMoment } from '../src/output/times.ts'

test.each([
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00:00.5+01:00', '2026-12-01T08:00:00.500Z'],
  ['2026-12-01 09:00-0530', '2026-12-01T14:30:00.000Z'],
  ['2026-12-01 09:00', '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T09:00:30', '2026-07-01T07:00:30.000Z'],
  ['2028-02-29 00:00', '2028-02-28T23:00:00.000Z'],
])('the time %s is the moment %s, by the clock of Berlin where it has no offset', (text, iso) => {
  expect(readMoment('at', text, 'Europe/Berlin')).toEqual({ iso, remark: null })
})

test('a time that the clock shows twice is the first, with a remark, and one that it skips is refused', () => {
  expect(readMoment('at', '2026-10-25 02:30', 'Europe/Berlin')).toEqual({
    iso: '2026-10-25T00:30:00.000Z',
    remark: expect.stringContaining('twice'),
  })
  expect(() => readMoment('at', '2026-03-29 02:30', 'Europe/Berlin')).toThrow('skip')
  // An island moves its clocks by half an hour.
  expect(() => readMoment('at', '2026-10-04 02:15', 'Australia/Lord_Howe')).toThrow('skip')
  expect(readMoment('at', '2026-10-04 02:45', 'Australia/Lord_Howe').iso).toBe('2026-10-03T15:45:00.000Z')
})

test.each([
  'tomorrow',
  '2026-12-01',
  '09:00',
  '2026-13-01 09:00',
  '2026-02-29 09:00',
  '2026-12-01 24:00',
  '2026-12-01 09:60',
  '2026-12-01T09:00+25:00',
  '1'.repeat(5000),
])('the text %s is no time', (text) => {
  expect(() => readMoment('at', text, 'UTC')).toThrow('--at is')
})

test('times are written by the clock of the zone, with UTC where that is another', () => {
  expect(clockTime('2026-12-01T23:30:00Z', 'Asia/Kathmandu')).toBe('2026-12-02 05:15')
  expect(fullTime('2026-12-01T08:00:00Z', 'Europe/Berlin')).toBe(
    '2026-12-01 09:00 (Europe/Berlin, 08:00 UTC)',
  )
  expect(fullTime('2026-12-01T08:00:00Z', 'UTC')).toBe('2026-12-01 08:00 (UTC)')
  expect([clockTime(null, 'UTC'), fullTime(null, 'UTC')]).toEqual(['', null])
})

test('nothing that controls a terminal is left in a text, and everything else is', () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('')
  expect(cleanText(all)).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_Control}/u)
  for (const kept of ['Grüße 🚢👩‍👩‍👧', 'שלום', 'a\n\tb']) expect(cleanText(kept)).toBe(kept)
  expect(cleanText('a\r\nb\ud800')).toBe('a\nb\ufffd')
  expect(cleanLine(' a\n b\t c ')).toBe('a b c')
  expect(cleanValue({ 'a\u0007': ['\u001b[2J', 1, null, { b: '\u009b' }] })).toEqual({
    'a\\u0007': ['\\u001b[2J', 1, null, { b: '\\u009b' }],
  })
})

test('JSON keeps its value, whatever is in it', () => {
  const value = { text: '\u001b\u009b\u007f\u202e\u2028"\\ 🚢\n' }
  for (const indent of [0, 2]) {
    expect(JSON.parse(writeJson(value, indent))).toEqual(value)
    expect(writeJson(value, indent)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
  }
})

test('columns stand below each other, whatever the script, and the last one is cut to the terminal', () => {
  const lines = alignTable(
    ['A', 'B', 'C'],
    [
      ['船🚢', 'x', 'end'],
      ['abcd', 'e\u0301', 'a very long caption'],
    ],
    21,
  )
  expect(lines).toEqual(['A     B  C', '船🚢  x  end', 'abcd  e\u0301  a very long…'])
  expect(shorten('x'.repeat(1_000_000), 5)).toBe('xxxx…')
  expect(
    alignFacts([
      ['One', 'a\nb'],
      ['Three', 'c'],
      ['No', null],
      ['Empty', ''],
    ]),
  ).toEqual(['One    a\n       b', 'Three  c'])
})

function write(
  isTTY: boolean,
  hasColor: boolean,
  use: (terminal: Terminal) => void,
): { out: string; err: string } {
  const written = { out: '', err: '' }
  const sink = (name: 'out' | 'err') => ({
    isTTY,
    columns: 80,
    write: (text: string | Uint8Array) => {
      written[name] += String(text)
    },
  })
  const stdin = process.stdin
  use(new Terminal({ stdin, stdout: sink('out'), stderr: sink('err') }, { isQuiet: false, hasColor }))
  return written
}

test('colours go to a terminal alone, and a text that was not made safe cannot bring its own', () => {
  const use = (terminal: Terminal) =>
    terminal.print(`${terminal.styled('red', 'failed')} \u001b]0;x\u0007\u001b[5m`)
  expect(write(true, true, use).out).toBe('\u001b[31mfailed\u001b[0m \\u001b]0;x\\u0007\\u001b[5m\n')
  expect(write(true, false, use).out).toBe('failed \\u001b]0;x\\u0007\\u001b[5m\n')
  expect(write(false, true, use).out).toBe('failed \\u001b]0;x\\u0007\\u001b[5m\n')
})

test('progress stands on one line of a terminal, which the next words replace, and is silent elsewhere', () => {
  const use = (terminal: Terminal) => {
    terminal.progress('half')
    terminal.print('done')
  }
  expect(write(true, false, use)).toEqual({ out: 'done\n', err: '\rhalf\u001b[K\r\u001b[K' })
  expect(write(false, false, use)).toEqual({ out: 'done\n', err: '' })
})
