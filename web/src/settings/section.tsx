import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './section.module.css'
import { useShown } from './use-shown.ts'

interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Stands beside the title. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A part of a page of settings. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id}>{title}</h2>
          {Boolean(lead) && <p className={styles.lead}>{lead}</p>}
        </div>
        {Boolean(actions) && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}

interface RowProps {
  readonly name: ReactNode
  readonly words?: ReactNode
  /** Buttons, and the dialogs that they open: a list holds nothing but its rows. */
  readonly actions?: ReactNode
}

/** A thing in a list of few, with what can be done about it. */
export function SettingsRow({ name, words, actions }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <span>
          <strong>{name}</strong>
        </span>
        {words !== undefined && <div className={styles.small}>{words}</div>}
      </div>
      {Boolean(actions) && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}

/** A list of few things. */
export function SettingsRows({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

interface ChoiceProps<Value extends string> {
  readonly legend: string
  /** Whether the legend is only read out, because a title above says the same. */
  readonly hasHiddenLegend?: boolean
  readonly name: string
  readonly value: Value | null
  /** May answer a promise that ends when the choice counts; it is shown already before. */
  readonly onChange: (value: Value) => unknown
  readonly isDisabled?: boolean
  /** Whether the first choice takes the focus when it appears. */
  readonly takesFocus?: boolean
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly words?: ReactNode }[]
}

/** A few choices of which one is taken, each with what it means. */
export function SettingsChoice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, hasHiddenLegend = false, name, value, onChange, choices } = props
  const { isDisabled = false, takesFocus = false } = props
  const [shown, change] = useShown<Value | null>(value, async (to) => to !== null && onChange(to))
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus()
  }, [takesFocus])
  return (
    <fieldset ref={box} className={styles.choices} disabled={isDisabled}>
      <legend className={hasHiddenLegend ? 'hidden-text' : styles.legend}>{legend}</legend>
      {choices.map((each) => (
        <label key={each.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={each.value}
            checked={each.value === shown}
            onChange={() => change(each.value)}
          />
          <span>
            {each.label}
            {each.words !== undefined && <span className={styles.small}>{each.words}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
