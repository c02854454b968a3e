import type { SavedText } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Slash } from './find-slash.ts'
import styles from './picker.module.css'
import { optionId, placeByKey, TextList } from './text-list.tsx'
import { placeOfLetter, usePlace } from './use-place.ts'
import { useTexts } from './use-texts.ts'

interface SlashListProps {
  readonly field: HTMLTextAreaElement
  readonly slash: Slash
  readonly onChoose: (text: SavedText) => void
  readonly onLeave: () => void
}

/** The texts that a slash asks for, below it. One goes on typing; where no text is meant, nothing is shown and no key does anything else. */
export function SlashList({ field, slash, onChoose, onLeave }: SlashListProps) {
  const { t } = useLingui()
  const { texts, platforms, error } = useTexts(slash.words, false)
  const count = texts?.length ?? 0
  const isUnknown = texts === null && error !== null
  return (
    <>
      <p className="hidden-text" role="status">
        {isUnknown && t`We can't reach the saved texts now.`}
        {count > 0 &&
          `${plural(count, { one: '# saved text.', other: '# saved texts.' })} ${t`Arrow keys choose, Enter puts it in, Escape leaves the slash.`}`}
      </p>
      {isUnknown && <Unreachable field={field} slash={slash} onLeave={onLeave} />}
      {texts !== null && count > 0 && (
        <Choice key={slash.words} {...{ field, slash, texts, platforms, onChoose, onLeave }} />
      )}
    </>
  )
}

interface ChoiceProps extends SlashListProps {
  readonly texts: readonly SavedText[]
  readonly platforms: readonly string[]
}

function Choice({ field, slash, texts, platforms, onChoose, onLeave }: ChoiceProps) {
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const style = usePlace(box, () => placeOfLetter(field, slash.at))
  const current = Math.min(at, texts.length - 1)
  useKeys(field, (event) => {
    const to = placeByKey(event.key, current, texts.length)
    const text = texts[current]
    if (to !== null) setAt(to)
    else if (event.key === 'Enter' && text !== undefined) onChoose(text)
    else if (event.key === 'Escape') onLeave()
    else return false
    return true
  })
  useLayoutEffect(() => {
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': listId,
      'aria-activedescendant': optionId(listId, current),
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name)
    }
  }, [field, listId, current])
  return (
    <div ref={box} className={styles.box} style={style}>
      <TextList
        id={listId}
        texts={texts}
        current={current}
        platforms={platforms}
        onMove={setAt}
        onChoose={onChoose}
      />
    </div>
  )
}

/** Says that the texts could not be read. Escape alone has a meaning of its own. */
function Unreachable({ field, slash, onLeave }: Omit<SlashListProps, 'onChoose'>) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const style = usePlace(box, () => placeOfLetter(field, slash.at))
  useKeys(field, ({ key }) => {
    if (key === 'Escape') onLeave()
    return key === 'Escape'
  })
  return (
    <div ref={box} className={styles.box} style={style} aria-hidden="true">
      <p className={styles.note}>{t`We can't reach the saved texts now.`}</p>
    </div>
  )
}

/** Hears the keys of a field before anything else does. A key that was taken goes no further. */
function useKeys(field: HTMLTextAreaElement, take: (event: KeyboardEvent) => boolean): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { isComposing, shiftKey, ctrlKey, metaKey, altKey } = event
      if (isComposing || shiftKey || ctrlKey || metaKey || altKey || !take(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    field.addEventListener('keydown', onKeyDown, true)
    return () => field.removeEventListener('keydown', onKeyDown, true)
  })
}
