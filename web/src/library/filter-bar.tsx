import { useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import { SearchField } from '../ui/search-field.tsx'
import { type Filters, type Kind, kinds } from './filters.ts'
import styles from './library.module.css'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
}

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
      <SearchField
        className={styles.search}
        label={t`Search by name`}
        value={filters.name}
        onChange={(name) => onChange({ name })}
      />
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
