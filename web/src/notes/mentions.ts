/** A member as far as mentions need them. */
export interface Mentionable {
  readonly id: string
  /** Their name, or their address where they gave none. */
  readonly name: string
}

/** The name that somebody is writing behind an @, and where it begins. */
export interface Begun {
  readonly at: number
  readonly words: string
}

/** Longer than this, nobody is looking for a name. */
const longestSearch = 40

/** The name that is being written before the caret; null where none is. An @ within a word, as in an address, begins none. */
export function begunAt(text: string, caret: number): Begun | null {
  const before = text.slice(Math.max(0, caret - longestSearch - 2), caret)
  const found = /(?:^|[^\p{L}\p{N}_@.])@(?<words>[^@\n]*)$/u.exec(before)?.groups?.words
  if (found === undefined || found.length > longestSearch || /^\s|\s\s/.test(found)) return null
  return { at: caret - found.length - 1, words: found }
}

const mostOffered = 6

/** The members whose name has a word that begins so: those whose whole name does first. */
export function matching<Member extends Mentionable>(members: readonly Member[], words: string): Member[] {
  const asked = fold(words)
  const place = ({ name }: Mentionable) => {
    const folded = fold(name)
    if (folded.startsWith(asked)) return 0
    return folded.split(/[\s.@_-]+/).some((word) => word.startsWith(asked)) ? 1 : null
  }
  return members
    .flatMap((member) => ({ member, place: place(member) ?? [] }))
    .flatMap(({ member, place: of }) => (typeof of === 'number' ? [{ member, of }] : []))
    .toSorted((one, other) => one.of - other.of || one.member.name.localeCompare(other.member.name))
    .slice(0, mostOffered)
    .map(({ member }) => member)
}

/** The text with a name in place of what was begun, and where the caret stands then. */
export function complete(text: string, begun: Begun, name: string): { text: string; caret: number } {
  const after = text.slice(begun.at + 1 + begun.words.length)
  const written = `${text.slice(0, begun.at)}@${name}${/^\s/.test(after) ? '' : ' '}`
  return { text: written + after, caret: written.length }
}

/**
 * The members whom a text mentions by their whole names, each once. Where several have one name, those who were chosen from the list;
 * all of them where none was.
 */
export function mentionedIn(
  text: string,
  members: readonly Mentionable[],
  chosen: ReadonlySet<string>,
): string[] {
  const byName = Map.groupBy(members, ({ name }) => name)
  return splitMentions(text, [...byName.keys()])
    .filter(({ isMention }) => isMention)
    .flatMap(({ text: words }) => {
      const named = byName.get(words.slice(1)) ?? []
      const picked = named.filter(({ id }) => chosen.has(id))
      return picked.length > 0 ? picked : named
    })
    .map(({ id }) => id)
    .filter((id, index, all) => all.indexOf(id) === index)
}

interface Piece {
  readonly text: string
  readonly isMention: boolean
}

/** Splits a text at the names that follow an @. Joined again the pieces are the text. */
export function splitMentions(text: string, names: readonly string[]): Piece[] {
  // A name that begins with another one is looked for first.
  const longest = names.filter((name) => name !== '').toSorted((one, other) => other.length - one.length)
  const pieces: Piece[] = []
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = longest.find((each) => text.startsWith(each, at + 1) && endsWord(text, at + 1 + each.length))
    if (name === undefined || /[\p{L}\p{N}_]$/u.test(text.slice(0, at))) continue
    if (at > from) pieces.push({ text: text.slice(from, at), isMention: false })
    from = at + 1 + name.length
    pieces.push({ text: text.slice(at, from), isMention: true })
    at = from - 1
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMention: false })
  return pieces
}

const endsWord = (text: string, at: number) => !/^[\p{L}\p{N}_]/u.test(text.slice(at, at + 2))

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
