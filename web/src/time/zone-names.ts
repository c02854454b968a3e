/** A time zone as people look for it. */
export interface NamedZone {
  /** `America/Argentina/Buenos_Aires` */
  readonly zone: string
  /** `Buenos Aires` */
  readonly place: string
  /** The countries whose clocks it is, in the language of the person; the region where none is known. */
  readonly countries: string
  /** The words by which it is found, each in small letters without accents. */
  readonly words: readonly string[]
}

/** The countries of zones, as two letters. */
export type CountriesOfZones = ReadonlyMap<string, readonly string[]>

/** Names zones in a language. `UTC` and those in `more` are among them, whatever the browser knows. */
export function nameZones(
  countries: CountriesOfZones,
  locale: string,
  more: readonly string[] = [],
): readonly NamedZone[] {
  const [own, english] = [namesOfRegions(locale), namesOfRegions('en')]
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...more])]
  const named = zones.map((zone) => {
    const codes = countries.get(zone) ?? []
    const path = zone.replaceAll('_', ' ').split('/')
    const place = path.at(-1) ?? zone
    const shown = codes.map((code) => own.of(code) ?? code).join(', ')
    const words = [...path, shown, ...codes.map((code) => english.of(code) ?? code)]
    return {
      zone,
      place,
      countries: shown === '' ? path.slice(0, -1).reverse().join(', ') : shown,
      words: wordsOf(words.join(' ')),
    }
  })
  return named.toSorted((a, b) => a.place.localeCompare(b.place, locale))
}

/** The zones of which every typed word begins a word; those whose place begins so come first. */
export function findZones(zones: readonly NamedZone[], typed: string): readonly NamedZone[] {
  const wanted = wordsOf(typed)
  if (wanted.length === 0) return zones
  const found = zones.filter(({ words }) =>
    wanted.every((word) => words.some((each) => each.startsWith(word))),
  )
  const text = wanted.join(' ')
  const isPlace = ({ place }: NamedZone) => wordsOf(place).join(' ').startsWith(text)
  return [...found.filter(isPlace), ...found.filter((each) => !isPlace(each))]
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{Mn}/gu, '')
  return plain
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((word) => word !== '')
}

function namesOfRegions(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames(locale, { type: 'region' })
}

/** A region with what newer browsers know of it. */
type RegionZones = Intl.Locale & { getTimeZones?: () => readonly string[] | undefined }

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
// Each region takes the browser up to half a millisecond.
const atOnce = 16

let known: Promise<CountriesOfZones> | undefined

/**
 * The countries of all zones, as the browser knows them; none where it does not. It is asked in small pieces, between which the
 * page hears the person.
 */
export function readCountries(): Promise<CountriesOfZones> {
  known ??= gatherCountries()
  return known
}

async function gatherCountries(): Promise<CountriesOfZones> {
  const countries = new Map<string, string[]>()
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const pairs = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
  const all = pairs.filter((code) => isCountry(code, named))
  for (let from = 0; from < all.length; from += atOnce) {
    for (const code of all.slice(from, from + atOnce)) {
      const region: RegionZones = new Intl.Locale(`und-${code}`)
      for (const zone of region.getTimeZones?.() ?? [])
        countries.set(zone, [...(countries.get(zone) ?? []), code])
    }
    await new Promise((done) => setTimeout(done))
  }
  return countries
}

/** Two letters that stand for a country today. Former ones, such as DD, are other names for those of today. */
function isCountry(code: string, named: Intl.DisplayNames): boolean {
  return named.of(code) !== undefined && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
}
