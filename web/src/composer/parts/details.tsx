import type { Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDesk } from '../desk.ts'
import { useProblemsAt } from '../editor/use-problems.ts'
import { useSlice } from '../store.ts'
import { Fold, useFold } from './fold.tsx'
import styles from './parts.module.css'

/** Tags, how late the post may be, and whether media are fitted. */
export function Details() {
  const { t } = useLingui()
  const desk = useDesk()
  const tags = useSlice(desk.content, (content) => content.tags)
  const latePolicy = useSlice(desk.content, (content) => content.latePolicy)
  const processing = useSlice(desk.content, (content) => content.processing)
  const fold = useFold(useProblemsAt('composer-tags').length > 0)
  const policies: Readonly<Record<Post['late_policy'], string>> = {
    publish_24h: t`Up to a day late`,
    publish_1h: t`Up to an hour late`,
    publish_always: t`However late it is`,
    ask: t`Ask me first`,
  }
  const summary = [tags.length > 0 ? tags.join(', ') : t`no tags`, policies[latePolicy]].join(' · ')
  return (
    <Fold {...fold} title={t`Tags and safeguards`} summary={summary}>
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
    </Fold>
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
