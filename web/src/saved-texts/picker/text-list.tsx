import type { SavedText } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { usePlatformsByName } from '../../data/accounts.ts'
import { isForOthers } from '../find-texts.ts'
import styles from './picker.module.css'

interface TextListProps {
  readonly id: string
  readonly texts: readonly SavedText[]
  /** The place of the text that Enter would put in. */
  readonly current: number
  /** The networks that one writes for. */
  readonly platforms: readonly string[]
  readonly onMove: (to: number) => void
  readonly onChoose: (text: SavedText) => void
}

/** The texts that can be put in, each with how it begins. The focus stays in the field that asks for them. */
export function TextList({ id, texts, current, platforms, onMove, onChoose }: TextListProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.children[current]?.scrollIntoView({ block: 'nearest' }), [current])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t`Saved texts`} className={styles.list} tabIndex={-1}>
      {texts.map((text, index) => (
        <div
          key={text.id}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={styles.entry}
          onPointerMove={() => onMove(index)}
          // The focus stays where one writes.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(text)}
          onKeyDown={() => undefined}
        >
          <span className={styles.name}>
            <span dir="auto">{text.name}</span>
            {isForOthers(text, platforms) && <Others platforms={text.platforms} />}
          </span>
          <span className={styles.words} dir="auto">
            {text.text.trim().slice(0, 200)}
          </span>
        </div>
      ))}
    </div>
  )
}

/** Names the networks of a text that is meant for others than those that one writes for. */
function Others({ platforms }: { readonly platforms: readonly string[] }) {
  const { t, i18n } = useLingui()
  const known = usePlatformsByName()
  const names = new Intl.ListFormat(i18n.locale).format(
    platforms.map((each) => known.get(each)?.name ?? each),
  )
  return <span className={styles.others}>{t`for ${names}`}</span>
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The place to which a key leads in a list that goes round; null for keys that lead nowhere. */
export function placeByKey(key: string, current: number, count: number): number | null {
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (current - 1 + count) % count
  return null
}
