import { Fragment } from 'react'
import { linkify } from '../preview/linkify.ts'
import { webAddress } from '../ui/web-address.ts'
import { splitMentions } from './mentions.ts'
import styles from './notes.module.css'

interface NoteWordsProps {
  readonly text: string
  /** The names that were mentioned. */
  readonly names: readonly string[]
}

/** The words of a note, with its addresses as links and the names that it mentions in bold. Nothing in it is markup. */
export function NoteWords({ text, names }: NoteWordsProps) {
  return splitLinks(text).map(({ text: piece, href }, index) => {
    const key = `${index} ${piece}`
    if (href === null)
      return (
        <Fragment key={key}>
          <Mentions text={piece} names={names} />
        </Fragment>
      )
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {piece}
      </a>
    )
  })
}

function Mentions({ text, names }: NoteWordsProps) {
  return splitMentions(text, names).map(({ text: piece, isMention }, index) => {
    const key = `${index} ${piece}`
    return isMention ? (
      <strong key={key} className={styles.mention}>
        {piece}
      </strong>
    ) : (
      <Fragment key={key}>{piece}</Fragment>
    )
  })
}

interface Linked {
  readonly text: string
  /** The address that it leads to; null for words. */
  readonly href: string | null
}

function splitLinks(text: string): Linked[] {
  const pieces: Linked[] = []
  for (const { kind, text: piece } of linkify(text)) {
    const href = kind === 'link' ? webAddress(piece) : null
    const last = pieces.at(-1)
    if (href === null && last?.href === null) pieces[pieces.length - 1] = { ...last, text: last.text + piece }
    else pieces.push({ text: piece, href })
  }
  return pieces
}
