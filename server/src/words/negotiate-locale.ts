import { type Locale, locales } from './locales.ts'

// Browsers send a few languages, in fewer than a hundred characters. Anything beyond is not read.
const mostCharacters = 1_000
const mostWishes = 30

/** Chooses the language that a browser wants most, by its `Accept-Language` (RFC 9110); English where it wants none of ours. */
export function negotiateLocale(header: string | string[] | undefined): Locale {
  const wishes = readWishes(String(header ?? ''))
  const open = locales.filter((locale) => !wishes.some(({ range, q }) => q === 0 && range === locale))
  const [best] = wishes
    .filter(({ q }) => q > 0)
    .flatMap(({ range, q }) => {
      const locale = range === '*' ? open[0] : locales.find((each) => each === primaryOf(range))
      return locale === undefined ? [] : [{ locale, q }]
    })
    // The sort is stable: of two that are wanted equally, the earlier one stays before the other.
    .sort((one, other) => other.q - one.q)
  return best?.locale ?? locales[0]
}

interface Wish {
  /** A language range in lower case, such as `de-at`, or `*`. */
  readonly range: string
  /** From 0, not wanted, to 1. */
  readonly q: number
}

function readWishes(header: string): Wish[] {
  const items = header.slice(0, mostCharacters).split(',')
  // The cut may have gone through the last one.
  if (header.length > mostCharacters) items.pop()
  return items.slice(0, mostWishes).map((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    return { range, q: readWeight(parameters.find((parameter) => parameter.startsWith('q='))) }
  })
}

/** A weight that is none makes its language unwanted. */
function readWeight(parameter: string | undefined): number {
  if (parameter === undefined) return 1
  const text = parameter.slice(2)
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0
}

function primaryOf(range: string): string {
  return range.split('-', 1)[0] ?? ''
}
