import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import styles from './filters.module.css'

/** A tag by its name, also one that no post on this page has. */
export function TagField({ onAdd }: { readonly onAdd: (tag: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  return (
    <form
      className={styles.tag}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onAdd(text.trim())
        setText('')
      }}
    >
      <input
        aria-label={t`Tag`}
        placeholder={t`Name of a tag`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}
