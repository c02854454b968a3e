import styles from './notices.module.css'

interface DifferentWordsProps {
  /** Says whose text it is. */
  readonly label: string
  readonly text: string
  readonly other: string
}

/** A text in which the part that another has differently is marked. A long one scrolls, also by keys. */
export function DifferentWords({ label, text, other }: DifferentWordsProps) {
  const { start, end } = differingPart(text, other)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A part that scrolls must be reached by keys.
    <div role="region" aria-label={label} tabIndex={0} className={styles.version}>
      {text.slice(0, start)}
      {end > start && <mark>{text.slice(start, end)}</mark>}
      {text.slice(end)}
    </div>
  )
}

/** The part of a text between what both begin and end with, on the borders of words. */
function differingPart(text: string, other: string): { start: number; end: number } {
  const [mine, theirs] = [text.split(/(?<=\s)/), other.split(/(?<=\s)/)]
  const most = Math.min(mine.length, theirs.length)
  let head = 0
  while (head < most && mine[head] === theirs[head]) head += 1
  let tail = 0
  while (tail < most - head && mine.at(-1 - tail) === theirs.at(-1 - tail)) tail += 1
  const lengthOf = (words: readonly string[]) => words.join('').length
  return { start: lengthOf(mine.slice(0, head)), end: lengthOf(mine.slice(0, mine.length - tail)) }
}
