import { useLingui } from '@lingui/react/macro'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AskedListView } from './asked-choices.tsx'
import { useFormTools, useProblem } from './form-tools.ts'
import { GroupField, TickGroup } from './group-field.tsx'
import { firstValue } from './members.ts'
import type { ListField } from './read-schema.ts'
import styles from './schema-form.module.css'
import type { HoldingProps } from './view-props.ts'

/** Several values of one kind. */
export function ListView(props: HoldingProps<ListField>) {
  const { field, value, onChange, pointer, label } = props
  const { askChoices } = useFormTools()
  const problem = useProblem(pointer, field.items.kind === 'choice')
  if (field.isAsked && askChoices !== undefined)
    return <AskedListView {...props} fallback={<Rows {...props} />} />
  if (field.items.kind !== 'choice') return <Rows {...props} />
  const chosen = Array.isArray(value) ? value : []
  return (
    <GroupField label={label} hint={field.hint ?? field.items.hint} problem={problem}>
      <TickGroup
        choices={field.items.choices}
        chosen={chosen}
        onChange={(next) => onChange(next.length === 0 && !props.isRequired ? undefined : next)}
      />
    </GroupField>
  )
}

function Rows({ field, name, value, onChange, pointer, label, isRequired, show }: HoldingProps<ListField>) {
  const { t } = useLingui()
  const problem = useProblem(pointer, false)
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  const set = (next: readonly unknown[]) => onChange(next.length === 0 && !isRequired ? undefined : next)
  return (
    <GroupField label={label} hint={field.hint} problem={problem}>
      {rows.map((row, index) => {
        const number = index + 1
        return (
          <div
            key={nameOf(number)}
            className={styles.row}
            data-is-plain={field.items.kind === 'text' || undefined}
          >
            {show({
              field: field.items,
              name: name,
              label: t`${label} ${number}`,
              isRequired: true,
              pointer: `${pointer}/${index}`,
              value: row,
              onChange: (next) => set(rows.with(index, next ?? '')),
            })}
            <IconButton
              aria-label={t`Remove ${label} ${number}`}
              onClick={() => set(rows.filter((_, at) => at !== index))}
            >
              <IconX size={18} stroke={1.75} />
            </IconButton>
          </div>
        )
      })}
      {(field.most === null || rows.length < field.most) && (
        <Button
          variant="default"
          className={styles.add}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => set([...rows, firstValue(field.items) ?? ''])}
        >
          {rows.length === 0 ? t`Add` : t`Add another`}
          <span className="hidden-text">{label}</span>
        </Button>
      )}
    </GroupField>
  )
}

// Rows have no names but their places.
function nameOf(number: number): string {
  return `row ${number}`
}
