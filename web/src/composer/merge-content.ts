import { type Content, isSame } from './content.ts'

/** A part of a post that two people may have changed at once: a member, or that of one network or account. */
export interface Field {
  readonly member: keyof Content
  /** The platform or the account, for `platforms` and `own`. */
  readonly of?: string
}

/** A part that both changed, in different ways. */
export interface Conflict extends Field {
  readonly mine: unknown
  readonly theirs: unknown
}

/** A part that is another in a later version. */
export interface Difference extends Field {
  readonly before: unknown
  readonly after: unknown
}

const plain = [
  'accounts',
  'caption',
  'media',
  'thread',
  'firstComment',
  'when',
  'tags',
  'latePolicy',
  'processing',
] as const
const layered = ['platforms', 'own'] as const

/**
 * Puts together what two people made of one post. A part that only one of them changed is taken from them; where both
 * changed it, mine wins and the part is named.
 */
export function mergeContent(
  base: Content,
  mine: Content,
  theirs: Content,
): { readonly merged: Content; readonly conflicts: readonly Conflict[] } {
  let merged = theirs
  const conflicts: Conflict[] = []
  for (const field of fieldsOf(base, mine, theirs)) {
    const [was, here, there] = [read(base, field), read(mine, field), read(theirs, field)]
    if (isSame(here, there) || isSame(was, here)) continue
    if (!isSame(was, there)) conflicts.push({ ...field, mine: here, theirs: there })
    merged = withPart(merged, field, here)
  }
  return { merged, conflicts }
}

/** The parts in which a later version differs. */
export function differencesOf(before: Content, after: Content): readonly Difference[] {
  return fieldsOf(before, after)
    .map((field) => ({ ...field, before: read(before, field), after: read(after, field) }))
    .filter((each) => !isSame(each.before, each.after))
}

/** Puts one part of a post into another value; undefined takes it away. */
export function withPart(content: Content, { member, of }: Field, value: unknown): Content {
  if (of === undefined) return { ...content, [member]: value }
  const layers = { ...(content[member] as Record<string, unknown>) }
  if (value === undefined) delete layers[of]
  else layers[of] = value
  return { ...content, [member]: layers }
}

function read(content: Content, { member, of }: Field): unknown {
  return of === undefined ? content[member] : (content[member] as Record<string, unknown>)[of]
}

function fieldsOf(...contents: readonly Content[]): Field[] {
  const names = (member: (typeof layered)[number]) => [
    ...new Set(contents.flatMap((content) => Object.keys(content[member]))),
  ]
  return [
    ...plain.map((member) => ({ member })),
    ...layered.flatMap((member) => names(member).map((of) => ({ member, of }))),
  ]
}
