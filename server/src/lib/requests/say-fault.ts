import { type Sentence, sentence, type Words, word } from '../text/sentence.ts'

/** One fault that the compiled schema found. */
export interface FoundFault {
  keyword: string
  schemaPath: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

/** Says what a value must be instead, by the keyword of the schema that refused it. */
export function sayFault({ keyword, params }: FoundFault): Words {
  const limit = Number(params.limit)
  switch (keyword) {
    case 'format':
      return sentence('This must be {kinds}.', { kinds: formatWords(String(params.format)) })
    case 'pattern':
      return sayPattern(String(params.pattern))
    case 'multipleOf':
      return sentence('This must be a multiple of {step}.', { step: Number(params.multipleOf) })
    case 'uniqueItems':
      return 'Each entry may stand in this list once.'
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return limit === 1 ? 'This must not be empty.' : sayLimit(keyword, limit)
    default:
      return sayLimit(keyword, limit)
  }
}

function sayLimit(keyword: string, limit: number): Words {
  switch (keyword) {
    case 'minimum':
      return sentence('This must be {limit} or more.', { limit })
    case 'exclusiveMinimum':
      return sentence('This must be more than {limit}.', { limit })
    case 'maximum':
      return sentence('This must be {limit} or less.', { limit })
    case 'exclusiveMaximum':
      return sentence('This must be less than {limit}.', { limit })
    case 'minLength':
      return sentence('This must have {limit} characters or more.', { limit })
    case 'maxLength':
      return sentence('This must have {limit} characters or fewer.', { limit })
    case 'minItems':
    case 'minProperties':
      return sentence('This must have {limit} entries or more.', { limit })
    case 'maxItems':
    case 'maxProperties':
      return sentence('This must have {limit} entries or fewer.', { limit })
    default:
      return 'This does not have the required form.'
  }
}

const formats: Readonly<Record<string, Sentence>> = {
  uuid: word('a UUID'),
  'uuid-or-number': word('a UUID or a number'),
  uri: word('an absolute URL'),
  'media-id': word('a medium, by its id, storage path or public URL'),
  'date-time': word('a date and time of the years 1 to 9999, such as 2030-01-31T09:00:00Z'),
}

// People read a rule in words sooner than a regular expression.
const patterns: Readonly<Record<string, Sentence>> = {
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': word('a time of day from 00:00 to 23:59, such as 09:00'),
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$': word('a day, such as 2030-01-31'),
  '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$': word('the code of a language, such as en or pt-BR'),
  '^https?://': word('an address that begins with https:// or http://'),
  '^/[!-~]*$': word('the path of a page, such as /calendar'),
  '[^\\s]': word('a text that is not blank'),
  '^[^,]+$': word('a text without commas'),
  '^[\\p{L}\\p{N}]+$': word('a word of letters and digits'),
  '^[0-9a-fA-F]{64}$': word('a text of 64 hexadecimal digits'),
  '^[A-Za-z0-9_-]*$': word('base64url without padding'),
  '^@?[A-Za-z0-9._]{1,30}$': word('a username of up to 30 letters, digits, dots and underscores'),
  '^[A-Za-z0-9_-]{2,64}$': word('an id of letters, digits, hyphens and underscores'),
  '^(r/|u_)?[A-Za-z0-9_-]{2,21}$': word('the name of a community or a profile, such as sailing or u_harbour'),
  '^!?[\\p{L}\\p{N}_]{1,100}(@[A-Za-z0-9.:-]{1,253})?$': word(
    'the name of a community, such as sailing or sailing@example.org',
  ),
  '^[0-9a-f]{24}$': word('an id of 24 hexadecimal digits'),
  '^[a-z0-9]+(?:-[a-z0-9]+)*$': word('lower-case letters and digits, with hyphens between words'),
  '^[0-9]{1,6}$': word('an id of digits'),
  '^[0-9]{1,19}$': word('an id of digits'),
  '^[0-9]{1,40}$': word('an id of digits'),
}

function sayPattern(pattern: string): Words {
  const kinds = patterns[pattern] ?? wordsOf(pattern)
  return kinds === undefined
    ? sentence('This must match the pattern {pattern}.', { pattern })
    : sentence('This must be {kinds}.', { kinds })
}

/** The words that a pattern such as `^(?:one|two)$` takes, as it stands for values of which a network offers some. */
function wordsOf(pattern: string): readonly string[] | undefined {
  const words = /^\^\(\?:(\w+(?:\|\w+)+)\)\$$/.exec(pattern)?.[1]
  return words?.split('|').map((each) => JSON.stringify(each))
}

const formatWords = (format: string) => formats[format] ?? `a ${format}`

/** Says which kinds or values are taken, from the faults of all branches that refused the value. */
export function sayAlternatives(errors: readonly FoundFault[], hasValues: boolean): Words {
  const kinds = errors.flatMap(({ keyword, params }): (string | Sentence)[] => {
    if (keyword === 'type')
      return typeNames(params.type)
        .filter((type) => !hasValues || type === 'null')
        .map((type) => types[type] ?? type)
    if (keyword === 'const') return [JSON.stringify(params.allowedValue)]
    if (keyword === 'enum') return (params.allowedValues as unknown[]).map((value) => JSON.stringify(value))
    return []
  })
  const unique = [...new Map(kinds.map((kind) => [String(kind), kind])).values()]
  const [first] = unique
  if (first === undefined) return 'This does not have the required form.'
  return sentence('This must be {kinds}.', { kinds: unique.length === 1 ? first : unique })
}

const types: Readonly<Record<string, Sentence>> = {
  string: word('a string'),
  integer: word('a whole number'),
  number: word('a number'),
  boolean: word('true or false'),
  array: word('a list'),
  object: word('an object'),
  null: word('null'),
}

function typeNames(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
