import { useLingui } from '@lingui/react/macro'
import type { Cell } from './csv.ts'
import styles from './plot.module.css'
import type { PlotStep } from './plot-parts.ts'

interface PlotTableProps {
  readonly name: string
  readonly columns: readonly string[]
  readonly steps: readonly PlotStep[]
  readonly rows: readonly (readonly Cell[])[]
}

/** The numbers of a plot in rows, the latest first. */
export function PlotTable({ name, columns, steps, rows }: PlotTableProps) {
  const { t, i18n } = useLingui()
  const write = (cell: Cell | undefined) => {
    if (cell == null) return '–'
    return typeof cell === 'number' ? i18n.number(cell, { maximumFractionDigits: 1 }) : cell
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A part that scrolls must be reached by keys.
    <section className={styles.scroll} aria-label={t`Table: ${name}`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {[t`Day`, ...columns].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps
            .map((step, index) => (
              <tr key={step.day}>
                <th scope="row">{step.name}</th>
                {columns.map((column, place) => (
                  <td key={column}>{write(rows[index]?.[place])}</td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  )
}
