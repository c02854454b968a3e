import { useId } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<T extends string> {
  /** Says, to those who cannot see it, what is chosen here. */
  readonly label: string
  readonly choices: readonly { readonly id: T; readonly label: string }[]
  readonly chosen: T
  readonly onChoose: (next: T) => void
}

/** One choice out of a few, side by side, which takes effect at once. Arrow keys walk, as among all radio buttons. */
export function Segments<T extends string>({ label, choices, chosen, onChoose }: SegmentsProps<T>) {
  const name = useId()
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.id} data-chosen={choice.id === chosen || undefined}>
          <input
            type="radio"
            name={name}
            className="hidden-text"
            checked={choice.id === chosen}
            onChange={() => onChoose(choice.id)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
