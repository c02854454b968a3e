/** The beginning of a text, cut between two signs as people see them, with a mark where something is left out. */
export function shorten(text: string, most: number): string {
  let length = 0
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (length === most) return `${text.slice(0, index).trimEnd()}…`
    length += 1
  }
  return text
}
