import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import styles from './families.module.css'
import { clampText, linkify, shortLink } from './linkify.ts'
import type { Drawn, Look } from './preview-data.ts'

/** The picture of an account, or the first letter of its name. */
export function Avatar({ account, size }: { readonly account: Drawn['account']; readonly size: number }) {
  const [isBroken, setBroken] = useState(false)
  const style = { width: size, height: size, fontSize: size * 0.45 }
  const { avatar_url: url, display_name: name, username } = account
  if (url !== null && !isBroken)
    return <img className={styles.avatar} style={style} src={url} alt="" onError={() => setBroken(true)} />
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {[...(name || username)][0]?.toLocaleUpperCase()}
    </span>
  )
}

interface PostTextProps {
  readonly text: string
  readonly clamp: Look['clamp']
  /** Stands in bold before the text. */
  readonly before?: string
}

/** The text of a post, cut where its network cuts it until somebody asks for all of it. */
export function PostText({ text, clamp, before }: PostTextProps) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const ref = useRef<HTMLParagraphElement>(null)
  const [overflows, setOverflows] = useState(false)
  const cut = isWhole ? null : clampText(text, clamp.characters)
  const lines = isWhole || clamp.lines === null ? undefined : clamp.lines
  const shown = cut ?? text
  useLayoutEffect(() => {
    const element = ref.current
    setOverflows(
      shown !== '' &&
        lines !== undefined &&
        element !== null &&
        element.scrollHeight > element.clientHeight + 1,
    )
  }, [shown, lines])
  if (text === '') return null
  return (
    <div className={styles.text}>
      <p
        ref={ref}
        className={styles.words}
        data-clamped={lines !== undefined || undefined}
        style={{ '--lines': lines } as CSSProperties}
      >
        {before !== undefined && <strong>{before} </strong>}
        <Linked text={shown} />
        {cut !== null && '…'}
      </p>
      {(cut !== null || overflows) && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {t`more`}
        </button>
      )}
    </div>
  )
}

/** A text with its links, mentions and hashtags in the colour of the network. They lead nowhere here. */
function Linked({ text }: { readonly text: string }) {
  let at = 0
  return linkify(text).map(({ kind, text: piece }) => {
    const key = at
    at += piece.length
    if (kind === 'text') return piece
    return (
      <span key={key} className={styles.accent}>
        {kind === 'link' ? shortLink(piece) : piece}
      </span>
    )
  })
}
