import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { type Cell, writeCsv } from './csv.ts'
import styles from './plot.module.css'
import type { PlotLabel, PlotStep } from './plot-parts.ts'
import { PlotTable } from './plot-table.tsx'

interface PlotProps {
  /** The heading: the question that the plot answers. */
  readonly question: string
  /** The answer in a few words. */
  readonly answer: ReactNode
  /** A sentence below it. */
  readonly detail?: ReactNode
  readonly controls?: ReactNode
  /** The meaning of each colour; `tone` is its number among those of plots. */
  readonly legend: readonly { readonly tone: number; readonly words: string }[]
  readonly lines: readonly PlotLabel[]
  readonly days: readonly PlotLabel[]
  readonly steps: readonly PlotStep[]
  /** The days that the whole plot is about. */
  readonly spanWords: string
  /** The columns of the table after that of the days. */
  readonly columns: readonly string[]
  /** The numbers of each step, for the table and the file. */
  readonly rows: readonly (readonly Cell[])[]
  readonly fileName: string
  /** Shapes; the plot is as many units wide as it has steps, and 100 high. */
  readonly children: ReactNode
}

/** A plot with its question and answer, a reading of each step, and the same as a table and as a file. */
export function Plot(props: PlotProps) {
  const { question, answer, detail, controls, legend, lines, days, steps, spanWords, columns, rows } = props
  const { t } = useLingui()
  const id = useId()
  const [isTable, setTable] = useState(false)
  const [step, setStep] = useState<number | null>(null)
  const read = step === null ? undefined : steps[step]
  return (
    <section className={styles.plot} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id}>{question}</h2>
          <p className={styles.answer}>{answer}</p>
          {detail !== undefined && <p className={styles.detail}>{detail}</p>}
        </div>
        {controls}
      </div>
      <div className={styles.line}>
        <span className={styles.reading} data-step={read !== undefined || undefined}>
          {read === undefined ? spanWords : `${read.name}: ${read.words}`}
        </span>
        <ul className={styles.legend}>
          {legend.map(({ tone, words }) => (
            <li key={words}>
              <span className={styles.swatch} data-tone={tone} />
              {words}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.frame}>
        <Labels labels={lines} className={styles.lines} side="bottom" />
        <div className={styles.area}>
          {lines.map(({ at }) => (
            <span key={at} className={styles.rule} style={{ bottom: `${at * 100}%` }} />
          ))}
          <svg viewBox={`0 0 ${steps.length} 100`} preserveAspectRatio="none" aria-hidden="true">
            {step !== null && <rect className={styles.here} x={step} y={0} width={1} height={100} />}
            {props.children}
          </svg>
          <Scrub question={question} steps={steps} step={step} onStep={setStep} />
        </div>
        <Labels labels={days} className={styles.days} side="left" />
      </div>
      <div className={styles.foot}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isTable}
          aria-controls={`${id}-table`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t`Hide the table` : t`Show as table`}
          <span className="hidden-text">{`(${question})`}</span>
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() =>
            saveFile(props.fileName, writeCsv([t`Day`, ...columns], linesOf(steps, rows)), 'text/csv')
          }
        >
          {t`Save as CSV`}
          <span className="hidden-text">{`(${question})`}</span>
        </Button>
      </div>
      <div id={`${id}-table`} hidden={!isTable}>
        {isTable && <PlotTable name={question} {...{ columns, steps, rows }} />}
      </div>
    </section>
  )
}

function linesOf(steps: readonly PlotStep[], rows: readonly (readonly Cell[])[]): Cell[][] {
  return steps.map(({ day }, index) => [day, ...(rows[index] ?? [])])
}

interface LabelsProps {
  readonly labels: readonly PlotLabel[]
  readonly className: string | undefined
  readonly side: 'bottom' | 'left'
}

function Labels({ labels, className, side }: LabelsProps) {
  // Digits are as wide as each other, and words hardly wider.
  const widest = Math.max(...labels.map(({ words }) => words.length))
  return (
    <div
      className={className}
      style={side === 'bottom' ? { width: `${widest}ch` } : undefined}
      aria-hidden="true"
    >
      {labels.map(({ at, words, isSpare }) => (
        <span
          key={at}
          style={{ [side]: `${at * 100}%` }}
          data-spare={isSpare || undefined}
          data-end={at > 0.95 || undefined}
          data-start={at < 0.04 || undefined}
        >
          {words}
        </span>
      ))}
    </div>
  )
}

interface ScrubProps {
  readonly question: string
  readonly steps: readonly PlotStep[]
  readonly step: number | null
  readonly onStep: (step: number | null) => void
}

/** Lies over a plot and reads its steps: by pointer, finger, arrow keys or screen reader. */
function Scrub({ question, steps, step, onStep }: ScrubProps) {
  const { t } = useLingui()
  const last = steps.length - 1
  const shown = steps[step ?? last]
  return (
    <input
      type="range"
      className={styles.scrub}
      min={0}
      max={last}
      value={step ?? last}
      aria-label={t`Step through: ${question}`}
      aria-valuetext={shown === undefined ? '' : `${shown.name}: ${shown.words}`}
      onChange={({ currentTarget }) => onStep(Number(currentTarget.value))}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onStep(step ?? last)}
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        const at = Math.floor(((clientX - left) / width) * steps.length)
        onStep(Math.min(last, Math.max(0, at)))
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onStep(null)}
      onBlur={() => onStep(null)}
    />
  )
}
