import { useLingui } from '@lingui/react/macro'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { TextInput } from '../ui/text-input.tsx'
import { type Filters, type Kind, kinds } from './filters.ts'
import styles from './library.module.css'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
}

const pauseMs = 250

/** The filters: by kind, unused, without alt text, by name. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useLingui()
  const names: Readonly<Record<Kind, string>> = {
    image: t`Pictures`,
    gif: t`GIFs`,
    video: t`Videos`,
    document: t`PDFs`,
  }
  const chip = (label: string, isOn: boolean, change: Partial<Filters>) => (
    <button
      key={label}
      type="button"
      className={styles.chip}
      aria-pressed={isOn}
      onClick={() => onChange(change)}
    >
      {label}
    </button>
  )
  const { type, isUnused, lacksAltText, tag } = filters
  return (
    <div className={styles.filters}>
      <NameField name={filters.name} onChange={(name) => onChange({ name })} />
      <div className={styles.chips} role="group" aria-label={t`Show only`}>
        {kinds.map((kind) => chip(names[kind], type === kind, { type: type === kind ? null : kind }))}
        <span className={styles.divider} />
        {chip(t`Unused`, isUnused, { isUnused: !isUnused })}
        {chip(t`Missing alt text`, lacksAltText, { lacksAltText: !lacksAltText })}
        {tag !== null && (
          <button type="button" className={styles.chip} aria-pressed onClick={() => onChange({ tag: null })}>
            {t`Tag: ${tag}`} <IconX size={14} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  )
}

function NameField({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(name)
  const [known, setKnown] = useState(name)
  // A name that changed elsewhere, such as by Clear, goes before what was typed.
  if (name !== known) {
    setKnown(name)
    setTyped(name)
  }
  useEffect(() => {
    if (typed.trim() === name) return
    const timer = setTimeout(() => onChange(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, name, onChange])
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={t`Search by name`}
      placeholder={t`Search by name`}
      leftSection={<IconSearch size={18} stroke={1.75} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
