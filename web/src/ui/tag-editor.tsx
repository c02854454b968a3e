import { IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button } from './button.tsx'
import styles from './tag-editor.module.css'
import { TextInput } from './text-input.tsx'

interface TagEditorProps {
  readonly tags: readonly string[]
  /** Tags of other things, which the field offers. */
  readonly known: readonly string[]
  readonly words: {
    /** Names the list: "Tags". */
    readonly list: string
    /** Names the field where there is none yet: "Tag". */
    readonly first: string
    /** Names the field where there is a tag already: "Another tag". */
    readonly another: string
    readonly add: string
    readonly remove: (tag: string) => string
  }
  /** The most characters of one. */
  readonly maxLength: number
  /** Gets all tags. Left out where the person may only look. */
  readonly onChange?: ((tags: string[]) => void) | undefined
}

/** The tags of something, with a field for more, where commas separate several. */
export function TagEditor({ tags, known, words, maxLength, onChange }: TagEditorProps) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const add = () => {
    const added = typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    const all = [...new Set([...tags, ...added])]
    if (all.length > tags.length) onChange?.(all)
    setTyped('')
  }
  if (onChange === undefined && tags.length === 0) return null
  return (
    <div className={styles.tags}>
      {tags.length > 0 && (
        <ul className={styles.tagList} aria-label={words.list}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              {tag}
              {onChange !== undefined && (
                <button
                  type="button"
                  aria-label={words.remove(tag)}
                  onClick={() => onChange(tags.filter((other) => other !== tag))}
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
            label={tags.length === 0 ? words.first : words.another}
            list={listId}
            maxLength={maxLength}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {words.add}
          </Button>
          <datalist id={listId}>
            {known.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </form>
      )}
    </div>
  )
}
