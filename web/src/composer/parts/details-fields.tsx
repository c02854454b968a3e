import type { Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import styles from './parts.module.css'

interface DetailsFieldsProps {
  /** The words for how late a post may be. */
  readonly policies: Readonly<Record<Post['late_policy'], string>>
}

/** The fields of the tags and the safeguards, which come when their part is first opened. */
export function DetailsFields({ policies }: DetailsFieldsProps) {
  const { t } = useLingui()
  const desk = useDesk()
  const latePolicy = useSlice(desk.content, (content) => content.latePolicy)
  const processing = useSlice(desk.content, (content) => content.processing)
  return (
    <>
      <Tags />
      <label className={styles.labeled}>
        <span>{t`If its time is missed, publish it`}</span>
        <select
          className={styles.select}
          value={latePolicy}
          onChange={({ target }) =>
            desk.content.change((content) => ({
              ...content,
              latePolicy: target.value as Post['late_policy'],
            }))
          }
        >
          {Object.entries(policies).map(([policy, words]) => (
            <option key={policy} value={policy}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={processing}
          onChange={({ target }) =>
            desk.content.change((content) => ({ ...content, processing: target.checked }))
          }
        />
        <span>{t`Fit pictures and videos to what each network takes`}</span>
      </label>
    </>
  )
}

function Tags() {
  const { t } = useLingui()
  const desk = useDesk()
  const tags = useSlice(desk.content, (content) => content.tags)
  const [text, setText] = useState(tags.join(', '))
  const [known, setKnown] = useState(tags)
  if (known !== tags) {
    setKnown(tags)
    if (readTags(text).join() !== tags.join()) setText(tags.join(', '))
  }
  return (
    <label className={styles.labeled}>
      <span>{t`Tags, with commas between them`}</span>
      <input
        id="composer-tags"
        autoComplete="off"
        className={styles.input}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          const next = readTags(target.value)
          desk.content.change((content) => ({ ...content, tags: next }))
        }}
      />
    </label>
  )
}

function readTags(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
}
