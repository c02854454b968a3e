import { type ReactNode, useId } from 'react'
import type { Choice } from './read-schema.ts'
import styles from './schema-form.module.css'

interface GroupFieldProps {
  readonly label: string
  readonly hint: string | null
  readonly problem: string | null
  readonly children: ReactNode
}

/** Several inputs below one label. */
export function GroupField({ label, hint, problem, children }: GroupFieldProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={`${id}-hint ${id}-problem`}>
      <legend className={styles.legend}>{label}</legend>
      {hint !== null && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {problem !== null && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

interface TickGroupProps<V extends string | number> {
  readonly choices: readonly (Choice & { readonly value: V })[]
  readonly chosen: readonly V[]
  readonly onChange: (next: readonly V[]) => void
}

/** A box to tick for each choice. The values keep the order of the choices. */
export function TickGroup<V extends string | number>({ choices, chosen, onChange }: TickGroupProps<V>) {
  return (
    <div className={styles.ticks}>
      {choices.map(({ value, label }) => (
        <label key={value} className={styles.tick}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => {
              const isOn = event.currentTarget.checked
              onChange(
                choices
                  .map((choice) => choice.value)
                  .filter((each) => (each === value ? isOn : chosen.includes(each))),
              )
            }}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
