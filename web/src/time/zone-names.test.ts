import { beforeAll, describe, expect, test } from 'vitest'
import { findZones, type NamedZone, nameZones, readCountries } from './zone-names.ts'

let english: readonly NamedZone[]
let german: readonly NamedZone[]
beforeAll(async () => {
  const countries = await readCountries()
  english = nameZones(countries, 'en', ['Asia/Kolkata'])
  german = nameZones(countries, 'de')
})

const found = (typed: string, zones = english) => findZones(zones, typed).map(({ zone }) => zone)

describe('a time zone is found', () => {
  test.each([
    ['berlin', /^Europe\/Berlin$/],
    ['new york', /^America\/New_York$/],
    // Browsers have it under the one name or the other.
    ['buenos aires', /^America\/(?:Argentina\/)?Buenos_Aires$/],
    ['arg bue', /^America\/(?:Argentina\/)?Buenos_Aires$/],
    ['utc', /^UTC$/],
    ['  BERLIN ', /^Europe\/Berlin$/],
  ])('by its place: %s', (typed, zone) => {
    expect(found(typed)[0]).toMatch(zone)
  })

  test('by its country, in the language of the person and in English', () => {
    expect(found('germany')).toContain('Europe/Berlin')
    expect(found('united states').length).toBeGreaterThan(10)
    expect(found('deutschland', german)).toContain('Europe/Berlin')
    expect(found('germany', german)).toContain('Europe/Berlin')
    expect(found('osterreich', german), 'accents may be left out').toEqual(['Europe/Vienna'])
    expect(found('Österreich', german)).toEqual(['Europe/Vienna'])
    expect(found('germany')).not.toContain('Europe/Paris')
  })

  test('and every zone is there once, with words that find it', () => {
    const zones = english.map(({ zone }) => zone)
    expect(new Set(zones).size).toBe(zones.length)
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(zones).toContain(zone)
      expect(found(zone.replaceAll(/[/_]/g, ' '))).toContain(zone)
    }
  })

  test('by nothing that it is not called', () => {
    expect(found('nowhere at all')).toEqual([])
    expect(found('erlin'), 'the middle of a word').toEqual([])
    expect(found('')).toHaveLength(english.length)
  })
})

test('a place stands before a country whose name begins alike', () => {
  expect(found('ma')[0]).toMatch(/\/Ma/)
  expect(english.find(({ zone }) => zone === 'Europe/Berlin')).toMatchObject({
    place: 'Berlin',
    countries: 'Germany',
  })
})
