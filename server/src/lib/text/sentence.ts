/** A sentence for a person: a plain text, or one with its varying parts apart. */
export type Words = string | Sentence

/** A varying part: what it is, a sentence of its own, or a list of which one applies. */
export type Part = string | number | Sentence | readonly (string | Sentence)[]

export interface Parts {
  readonly [name: string]: Part
}

/**
 * A text in English with its varying parts, such as `{network} takes {max} characters; this text has {count}.`, so that an app
 * can say it in another language. As a text, and in JSON, it is the English.
 */
export class Sentence {
  readonly template: string
  readonly params: Parts

  constructor(template: string, params: Parts) {
    this.template = template
    this.params = params
  }

  toString(): string {
    return this.template.replace(/\{(\w+)\}/g, (_braces, name: string) => inEnglish(this.params[name] ?? ''))
  }

  toJSON(): string {
    return this.toString()
  }
}

/** Puts parts into a sentence. Each name in braces has its part. */
export function sentence<Template extends string>(
  template: Template,
  params: Readonly<Record<NamesIn<Template>, Part>>,
): Sentence {
  return new Sentence(template, params)
}

/** Words that never vary, as a part of a sentence that an app may translate. Any other text is a name, and stays as it is. */
export function word(text: Words): Sentence {
  if (typeof text !== 'string') return text
  // Words of others may have braces of their own, in which nobody has put anything.
  return text.includes('{') ? new Sentence('{text}', { text }) : new Sentence(text, {})
}

/** The names in braces of a template. */
export type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The members that the API shows beside the English of a sentence: nothing where nothing in it varies. */
export interface ShownParts {
  template?: string
  params?: Record<string, ShownPart>
}

export type ShownPart = string | number | ShownSentence | (string | ShownSentence)[]

interface ShownSentence {
  template: string
  params: Record<string, ShownPart>
}

/** A sentence as the API shows it, to be laid beside its English. */
export function partsOf(words: Words): ShownParts {
  if (typeof words === 'string' || Object.keys(words.params).length === 0) return {}
  return shown(words)
}

function shown({ template, params }: Sentence): ShownSentence {
  const all = Object.entries(params).map(([name, part]) => [name, shownPart(part)] as const)
  return { template, params: Object.fromEntries(all) }
}

function shownPart(part: Part): ShownPart {
  if (typeof part === 'string' || typeof part === 'number') return part
  return part instanceof Sentence
    ? shown(part)
    : part.map((one) => (one instanceof Sentence ? shown(one) : one))
}

/** The sentence that was shown as its English with its parts beside it, as the database keeps both. */
export function wordsOf(english: string, { template, params }: KeptParts): Words {
  return template ? read({ template, params: params ?? {} }) : english
}

/** Parts as the database keeps them: null, or nothing, where nothing varies. */
export interface KeptParts {
  readonly template?: string | null | undefined
  readonly params?: Readonly<Record<string, ShownPart>> | null | undefined
}

function read({
  template,
  params,
}: {
  template: string
  params: Readonly<Record<string, ShownPart>>
}): Sentence {
  const all = Object.entries(params).map(([name, part]) => [name, readPart(part)] as const)
  return new Sentence(template, Object.fromEntries(all))
}

function readPart(part: ShownPart): Part {
  if (typeof part === 'string' || typeof part === 'number') return part
  return Array.isArray(part) ? part.map((one) => (typeof one === 'string' ? one : read(one))) : read(part)
}

/** The sentence with each of its own texts as `clean` makes it. */
export function cleaned(words: Words, clean: (text: string) => string): Words {
  return typeof words === 'string' ? clean(words) : cleanedSentence(words, clean)
}

function cleanedSentence({ template, params }: Sentence, clean: (text: string) => string): Sentence {
  const all = Object.entries(params).map(([name, part]) => [name, cleanedPart(part, clean)] as const)
  return new Sentence(template, Object.fromEntries(all))
}

function cleanedPart(part: Part, clean: (text: string) => string): Part {
  if (typeof part === 'number') return part
  if (typeof part === 'string') return clean(part)
  if (part instanceof Sentence) return cleanedSentence(part, clean)
  return part.map((one) => (one instanceof Sentence ? cleanedSentence(one, clean) : clean(one)))
}

const orFormat = new Intl.ListFormat('en', { type: 'disjunction' })

function inEnglish(part: Part): string {
  return typeof part === 'object' && !(part instanceof Sentence)
    ? orFormat.format(part.map(String))
    : String(part)
}
