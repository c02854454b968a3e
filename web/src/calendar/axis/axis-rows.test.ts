import { describe, expect, test } from 'vitest'
import { axisRows, hoursOf, keysWithin } from './axis-rows.ts'

const at = (text: string) => Date.parse(text)
const lengths = (zone: string, day: string) =>
  [...hoursOf(zone, day)].map(([key, { from, to }]) => [key, (to - from) / 60_000] as const)

describe('the hours of a day', () => {
  test('are 23 where clocks go forward', () => {
    const hours = lengths('Europe/Berlin', '2026-03-29')
    expect(hours).toHaveLength(23)
    expect(hours.map(([key]) => key).slice(0, 4)).toEqual(['0.0', '1.0', '3.0', '4.0'])
  })

  test('are 25 where clocks go back, and one has the same name as the one before it', () => {
    const hours = lengths('America/New_York', '2026-11-01')
    expect(hours).toHaveLength(25)
    expect(hours.map(([key]) => key).slice(0, 4)).toEqual(['0.0', '1.0', '1.1', '2.0'])
    expect(hoursOf('America/New_York', '2026-11-01').get('1.1')).toEqual({
      from: at('2026-11-01T06:00:00Z'),
      to: at('2026-11-01T07:00:00Z'),
    })
  })

  test('may be half ones', () => {
    const hours = lengths('Australia/Lord_Howe', '2026-04-05')
    expect(hours.slice(0, 5)).toEqual([
      ['0.0', 60],
      ['1.0', 60],
      ['1.1', 30],
      ['2.0', 60],
      ['3.0', 60],
    ])
  })

  test('are 24 otherwise, also where the offset is no whole hour', () => {
    expect(lengths('Asia/Kolkata', '2026-05-01').filter(([, minutes]) => minutes === 60)).toHaveLength(24)
    expect(lengths('Africa/Cairo', '2026-04-24')[0]).toEqual(['1.0', 60])
    expect(
      lengths('America/Havana', '2026-11-01')
        .slice(0, 3)
        .map(([key]) => key),
    ).toEqual(['0.0', '0.1', '1.0'])
  })
})

describe('an axis', () => {
  const days = ['2026-10-12', '2026-10-13']
  const busy = [at('2026-10-13T04:00:00Z'), at('2026-10-12T18:45:00Z')]
  const spans = (rows: ReturnType<typeof axisRows>) =>
    rows.map(({ hour, until, isFolded }) => [hour, until, isFolded])
  const hours = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, index) => [from + index, from + index + 1, false])

  test('folds the hours before and after work in which nothing is planned', () => {
    const rows = axisRows('Europe/Berlin', days, { busy, opened: new Set() })
    expect(spans(rows)).toEqual([
      [0, 6, true],
      [6, 7, false],
      [7, 9, true],
      ...hours(9, 18),
      [18, 20, true],
      [20, 21, false],
      [21, 24, true],
    ])
    expect(rows[0] && keysWithin(rows[0])).toHaveLength(6)
    expect(rows[1]?.cells[1]).toEqual({ from: busy[0], to: (busy[0] ?? 0) + 3_600_000 })
  })

  test('has the hours of work open where nothing is planned at all', () => {
    const rows = axisRows('Europe/Berlin', days, { busy: [], opened: new Set() })
    expect(spans(rows)).toEqual([[0, 9, true], ...hours(9, 18), [18, 24, true]])
  })

  test('opens the hours that one opened', () => {
    const rows = axisRows('Europe/Berlin', days, { busy, opened: new Set(['0.0', '1.0']) })
    expect(rows.slice(0, 3).map(({ hour, until }) => [hour, until])).toEqual([
      [0, 1],
      [1, 2],
      [2, 6],
    ])
  })

  test('shows the hour that a day leaves out, and the one that it has twice', () => {
    const spring = axisRows('Europe/Berlin', ['2026-03-28', '2026-03-29'], { busy: [], opened: new Set() })
    const gap = spring.find(({ hour, until }) => hour === 2 && until === 3)
    expect(gap?.cells.map((cell) => cell === null)).toEqual([false, true])
    const autumn = axisRows('America/New_York', ['2026-10-31', '2026-11-01'], { busy: [], opened: new Set() })
    const twice = autumn.find(({ pass }) => pass === 1)
    expect(twice?.cells.map((cell) => cell === null)).toEqual([true, false])
    // Both stand open, so that each can say which it is.
    expect(autumn.slice(0, 4).map(({ key, until }) => [key, until])).toEqual([
      ['0.0', 1],
      ['1.0', 2],
      ['1.1', 2],
      ['2.0-8.0', 9],
    ])
  })
})
