// @module-tag slow
import { expect, test } from 'vitest'
import { piecesOfPeriods, piecesOfSpan } from './pieces.ts'
import { readPeriods } from './read-periods.ts'

const read = (from: string, to: string, timezone = 'UTC') =>
  readPeriods({ from, to, timezone }, 'UTC', new Date())
const grains = (from: string, to: string) =>
  piecesOfSpan(read(from, to)).map((piece) => `${piece.grain} ${piece.from_at.toISOString().slice(0, 13)}`)

test('a span is covered by months, days and what is left at its ends', () => {
  expect(grains('2030-01-30T10:00Z', '2030-04-02T01:00Z')).toEqual([
    'each 2030-01-30T10',
    'day 2030-01-31T00',
    'month 2030-02-01T00',
    'day 2030-04-01T00',
    'each 2030-04-02T00',
  ])
  expect(grains('2030-01-01', '2030-12-31')).toEqual(['month 2030-01-01T00'])
  expect(grains('2030-01-02', '2030-02-27')).toEqual(['day 2030-01-02T00'])
  expect(grains('2030-01-02T01:00Z', '2030-01-03T23:00Z')).toEqual(['each 2030-01-02T01'])
})

test('no moment is left out or covered twice, wherever a span begins and ends', () => {
  for (let index = 0; index < 500; index += 1) {
    const begin = Date.UTC(2030, 0, 1) + index * 7_777_777
    const end = begin + 1_000 + ((index * 987_654_321) % (360 * 86_400_000))
    const periods = read(new Date(begin).toISOString(), new Date(end).toISOString(), 'Australia/Lord_Howe')
    for (const pieces of [piecesOfSpan(periods), piecesOfPeriods(periods)]) {
      expect(pieces[0]?.from_at.getTime()).toBe(begin)
      expect(pieces.at(-1)?.to_at.getTime()).toBe(end)
      for (const [place, piece] of pieces.entries()) {
        expect(piece.from_at < piece.to_at).toBe(true)
        if (place > 0) expect(piece.from_at).toEqual(pieces[place - 1]?.to_at)
      }
    }
  }
})

test('the days of a zone are made of hours that begin with its clock, but not the day on which that moves by half an hour', () => {
  const grainsOf = (from: string, to: string, zone: string) =>
    piecesOfPeriods(read(from, to, zone)).map(({ grain }) => grain)
  expect(grainsOf('2030-01-01', '2030-01-02', 'Asia/Kathmandu')).toEqual(['hour15', 'hour15'])
  expect(grainsOf('2030-03-30', '2030-04-01', 'Europe/Berlin')).toEqual(['hour0', 'hour0', 'hour0'])
  expect(grainsOf('2030-04-06', '2030-04-08', 'Australia/Lord_Howe')).toEqual(['hour0', 'each', 'hour30'])
})
