import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconFilter, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useEdited } from '../../ui/use-edited.ts'
import { type ChoiceGroup, useActionGroups } from './action-groups.ts'
import { useActorGroups } from './actors.ts'
import styles from './audit.module.css'
import { type AuditFilters, noFilters, readDay } from './audit-filters.ts'

interface FilterBarProps {
  readonly filters: AuditFilters
  /** How many are set. */
  readonly count: number
  readonly onChange: (change: Partial<AuditFilters>) => void
  /** The name of the thing that the entries are about, where the address asks for one. */
  readonly subject: string | null
  /** Whether the words about an empty list offer to clear them. */
  readonly isClearedBelow: boolean
  /** Stands beside the filters of a phone. */
  readonly aside: ReactNode
}

/** The filters. A phone shows them once they are asked for. */
export function FilterBar({ filters, count, onChange, subject, isClearedBelow, aside }: FilterBarProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div role="group" aria-label={t`Filters`} className={styles.bar}>
      <div className={styles.head}>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          leftSection={<IconFilter size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t`Filters` : t`${plural(count, { one: '# filter', other: '# filters' })}`}
        </Button>
        {aside}
      </div>
      <div id={id} className={styles.fields} data-open={isOpen || undefined}>
        <Fields filters={filters} onChange={onChange} />
      </div>
      {count > 0 && (filters.subject !== null || !isClearedBelow) && (
        <div className={styles.set}>
          {filters.subject !== null && (
            <button type="button" className={styles.subject} onClick={() => onChange({ subject: null })}>
              <span>{t`About: ${subject ?? filters.subject}`}</span>
              <IconX size={14} aria-hidden="true" />
              <span className="hidden-text">{t`Remove this filter`}</span>
            </button>
          )}
          {!isClearedBelow && (
            <Button variant="subtle" className={styles.clear} onClick={() => onChange(noFilters)}>
              {t`Clear filters`}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Fields({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const { t } = useLingui()
  const { mode } = useSession()
  const actors = useActorGroups(filters.actor)
  const actions = withChosen(useActionGroups(mode), filters.action, t`From the address`)
  return (
    <>
      <GroupedSelect
        label={t`Who`}
        everything={t`Everybody`}
        groups={actors}
        value={filters.actor}
        onChange={(actor) => onChange({ actor })}
      />
      <GroupedSelect
        label={t`What`}
        everything={t`Everything`}
        groups={actions}
        value={filters.action}
        onChange={(action) => onChange({ action })}
      />
      <DayField label={t`From`} value={filters.from} onChange={(from) => onChange({ from })} />
      <DayField label={t`To`} value={filters.to} onChange={(to) => onChange({ to })} />
      <IpField value={filters.ip} onChange={(ip) => onChange({ ip })} />
    </>
  )
}

/** An action of the address that the list does not know, such as one of a newer server, can be chosen too. */
function withChosen(groups: readonly ChoiceGroup[], chosen: string | null, label: string) {
  const isKnown = groups.some(({ choices }) => choices.some(({ value }) => value === chosen))
  return chosen === null || isKnown
    ? groups
    : [...groups, { label, choices: [{ value: chosen, label: chosen }] }]
}

interface FieldProps {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

interface GroupedSelectProps extends FieldProps {
  readonly label: string
  readonly everything: string
  readonly groups: readonly ChoiceGroup[]
}

function GroupedSelect({ label, everything, groups, value, onChange }: GroupedSelectProps) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    >
      <option value="">{everything}</option>
      {groups.map((group) => (
        <optgroup key={group.label} label={group.label}>
          {group.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}

/** A day. A browser tells of each part that is typed, so a year counts once it can be one. */
function DayField({ label, value, onChange }: FieldProps & { readonly label: string }) {
  const [typed, setTyped] = useEdited(value ?? '')
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next)
        const day = readDay(next)
        if (day !== null || next === '') onChange(day)
      }}
    />
  )
}

/** An address. It counts once it is whole: with Enter, or when the field is left. */
function IpField({ value, onChange }: FieldProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useEdited(value ?? '')
  const settle = () => {
    const next = typed.trim() === '' ? null : typed.trim()
    if (next !== value) onChange(next)
  }
  return (
    <TextInput
      label={t`IP address`}
      placeholder="203.0.113.7"
      inputMode="text"
      spellCheck={false}
      maxLength={45}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}
