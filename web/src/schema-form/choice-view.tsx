import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { NativeSelect } from '../ui/native-select.tsx'
import { useProblem } from './form-tools.ts'
import type { ChoiceField, Field } from './read-schema.ts'
import styles from './schema-form.module.css'
import type { ViewProps } from './view-props.ts'

/** One of several values; the empty choice leaves it out, so that the network decides. */
export function ChoiceView({ field, value, onChange, pointer, label, isRequired }: ViewProps<ChoiceField>) {
  const { t } = useLingui()
  const problem = useProblem(pointer)
  const { choices, initial, hint } = field
  const at = choices.findIndex((choice) => choice.value === (value ?? initial))
  const isOpen = !isRequired && initial === undefined
  return (
    <NativeSelect
      label={label}
      description={hint}
      error={problem}
      aria-required={isRequired}
      value={at === -1 ? '' : String(at)}
      onChange={(event) => onChange(choices[Number(event.currentTarget.value || -1)]?.value)}
      data={[
        ...(isOpen || at === -1 ? [{ value: '', label: isOpen ? t`Not set` : t`Choose` }] : []),
        ...choices.map((choice, index) => ({ value: String(index), label: choice.label })),
      ]}
    />
  )
}

/** Yes or no. Where the schema says nothing of a value that is left out, leaving it out is a third answer. */
export function BooleanView(props: ViewProps<Extract<Field, { kind: 'boolean' }>>) {
  const { t } = useLingui()
  const { field, value, onChange, pointer, label, isRequired } = props
  const problem = useProblem(pointer)
  if (typeof field.initial === 'boolean' || isRequired) return <Tick {...props} problem={problem} />
  return (
    <NativeSelect
      label={label}
      description={field.hint}
      error={problem}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={({ currentTarget: { value: next } }) => onChange(next === '' ? undefined : next === 'true')}
      data={[
        { value: '', label: t`Not set` },
        { value: 'true', label: t`Yes` },
        { value: 'false', label: t`No` },
      ]}
    />
  )
}

function Tick({
  field,
  value,
  onChange,
  label,
  problem,
}: ViewProps<Extract<Field, { kind: 'boolean' }>> & { readonly problem: string | null }) {
  const id = useId()
  const isOn = typeof value === 'boolean' ? value : field.initial === true
  return (
    <div className={styles.field}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {field.hint !== null && (
        <p id={`${id}-hint`} className={styles.hint}>
          {field.hint}
        </p>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
