import { accents } from './host-labels.ts'

const letters = `a-z0-9\\u0400-\\u04ff${accents}`
const pathLetter = new RegExp(`[${letters}!*';:=+,.$/%#[\\]\\-\\u2013_~@|&]`, 'i')
const pathEnding = new RegExp(`[${letters}+\\-=_#/]`, 'i')
const queryLetter = /[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]/i
const queryEnding = /[a-z0-9\-_&=#/]/i

/** The end of the path that begins at a place; that place where none does. Marks of the sentence at its end are not part of it. */
export function pathEnd(text: string, at: number): number {
  if (text.charAt(at) !== '/') return at
  let end = at + 1
  for (let place = end; ; ) {
    if (pathLetter.test(text.charAt(place))) {
      place++
      if (pathEnding.test(text.charAt(place - 1))) end = place
      continue
    }
    const closed = bracketsEnd(text, place)
    if (closed === null) return end
    end = closed
    place = closed
  }
}

/** The end of round brackets with letters of a path in them, and at most one pair within; null where none begin here. */
function bracketsEnd(text: string, at: number): number | null {
  if (text.charAt(at) !== '(') return null
  const inner = skipLetters(text, at + 1)
  if (text.charAt(inner) === ')') return inner > at + 1 ? inner + 1 : null
  if (text.charAt(inner) !== '(') return null
  const innerEnd = skipLetters(text, inner + 1)
  if (innerEnd === inner + 1 || text.charAt(innerEnd) !== ')') return null
  const end = skipLetters(text, innerEnd + 1)
  return text.charAt(end) === ')' ? end + 1 : null
}

function skipLetters(text: string, at: number): number {
  let place = at
  while (pathLetter.test(text.charAt(place))) place++
  return place
}

/** The end of the query that begins at a place; that place where none does. */
export function queryEnd(text: string, at: number): number {
  if (text.charAt(at) !== '?') return at
  let end = at
  for (let place = at + 1; queryLetter.test(text.charAt(place)); place++)
    if (queryEnding.test(text.charAt(place))) end = place + 1
  return end
}
