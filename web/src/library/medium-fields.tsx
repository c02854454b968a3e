import type { MediaDetail, UpdateMediaInput } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import styles from './medium.module.css'

interface MediumFieldsProps {
  readonly medium: MediaDetail
  /** Left out where the person may only look. */
  readonly onChange?: (change: UpdateMediaInput) => Promise<void>
}

/** The words of a medium: alt text, name, tags. Each is saved when it is left. */
export function MediumFields({ medium, onChange }: MediumFieldsProps) {
  const { t } = useLingui()
  const [alt, setAlt] = useState(medium.alt_text)
  const [name, setName] = useState(medium.name)
  const isFixed = onChange === undefined
  const saveName = () => {
    const next = name.trim()
    if (next === '') setName(medium.name)
    else if (next !== medium.name) void onChange?.({ name: next })
  }
  const saveAlt = () => alt !== medium.alt_text && void onChange?.({ alt_text: alt })
  useLeaving(() => {
    saveAlt()
    if (name.trim() !== medium.name) saveName()
  })
  return (
    <div className={styles.fields}>
      {medium.kind !== 'document' && (
        <Textarea
          label={t`Alt text`}
          description={t`What should someone who can't see it know? Posts use it unless they say otherwise.`}
          value={alt}
          readOnly={isFixed}
          rows={3}
          maxLength={2_000}
          onChange={(event) => setAlt(event.currentTarget.value)}
          onBlur={saveAlt}
        />
      )}
      <TextInput
        label={t`Name`}
        value={name}
        readOnly={isFixed}
        maxLength={255}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={saveName}
        onKeyDown={(event) => event.key === 'Enter' && saveName()}
      />
      <Tags medium={medium} {...(onChange === undefined ? {} : { onChange })} />
    </div>
  )
}

/** Saves what stands in a field that is not left for another one: its page is, or the window is closed. */
function useLeaving(save: () => void): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const leave = () => latest.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

function Tags({ medium, onChange }: MediumFieldsProps) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const [typed, setTyped] = useState('')
  const listId = useId()
  const known = useQuery({
    queryKey: [...scope, 'media', 'tags'],
    queryFn: ({ signal }) => api.media.listTags({ signal }),
    enabled: onChange !== undefined,
  })
  const add = () => {
    const added = typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    const tags = [...new Set([...medium.tags, ...added])]
    if (tags.length > medium.tags.length) void onChange?.({ tags })
    setTyped('')
  }
  if (onChange === undefined && medium.tags.length === 0) return null
  return (
    <div className={styles.tags}>
      {medium.tags.length > 0 && (
        <ul className={styles.tagList} aria-label={t`Tags`}>
          {medium.tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              {tag}
              {onChange !== undefined && (
                <button
                  type="button"
                  aria-label={t`Remove the tag ${tag}`}
                  onClick={() => void onChange({ tags: medium.tags.filter((other) => other !== tag) })}
                >
                  <IconX size={14} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {onChange !== undefined && (
        <form
          className={styles.addTag}
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <TextInput
            label={medium.tags.length === 0 ? t`Tags` : t`Another tag`}
            list={listId}
            maxLength={50}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">{t`Add tag`}</Button>
          <datalist id={listId}>
            {known.data?.data.map(({ tag }) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </form>
      )}
    </div>
  )
}
