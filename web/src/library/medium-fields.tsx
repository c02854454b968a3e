import type { MediaDetail, UpdateMediaInput } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session.ts'
import { TagEditor } from '../ui/tag-editor.tsx'
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
  const known = useQuery({
    queryKey: [...scope, 'media', 'tags'],
    queryFn: ({ signal }) => api.media.listTags({ signal }),
    enabled: onChange !== undefined,
  })
  const words = {
    list: t`Tags`,
    first: t`Tags`,
    another: t`Another tag`,
    add: t`Add tag`,
    remove: (tag: string) => t`Remove the tag ${tag}`,
  }
  return (
    <TagEditor
      tags={medium.tags}
      known={known.data?.data.map(({ tag }) => tag) ?? []}
      words={words}
      maxLength={50}
      onChange={onChange && ((tags) => void onChange({ tags }))}
    />
  )
}
