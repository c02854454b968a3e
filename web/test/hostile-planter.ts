import { allHostileTexts, eachHostileText, someHostileTexts } from './hostile-texts.ts'

/** Makes texts of a field, and remembers that they must be seen. */
export interface Planter {
  readonly planted: readonly string[]
  note(text: string): string
  /** All of them in one text. */
  all(field: string): string
  /** All of them in a few texts. */
  some(field: string): string[]
  /** Each alone, in a thing of its own. */
  each<Made>(field: string, make: (text: string, number: number) => Promise<Made>): Promise<Made[]>
}

export function openPlanter(): Planter {
  const planted: string[] = []
  const note = (text: string) => {
    planted.push(text)
    return text
  }
  return {
    planted,
    note,
    all: (field) => note(allHostileTexts(field)),
    some: (field) => someHostileTexts(field).map(note),
    each: (field, make) => eachHostileText(field, (text, number) => make(note(text), number)),
  }
}
