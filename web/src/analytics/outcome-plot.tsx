import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { dayLabels } from './day-words.ts'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'
import { type PlotData, useChangeWords } from './plot-data.ts'
import { countTicks } from './scale.ts'

/** How much went out, and how much did not, by day or week. */
export function OutcomePlot({ summary, before, steps, words, spanWords, fileName }: PlotData) {
  const { t, i18n } = useLingui()
  const change = useChangeWords()
  const { published, failed } = summary.total
  const ticks = countTicks(Math.max(...steps.map((step) => step.published + step.failed)))
  const top = ticks.at(-1)?.value ?? 1
  const say = (went: number, not: number) => {
    const sent = plural(went, { one: '# published', other: '# published' })
    return not === 0 ? sent : `${sent}, ${plural(not, { one: '# not published', other: '# not published' })}`
  }
  return (
    <Plot
      question={t`How much went out?`}
      answer={say(published, failed)}
      detail={change(published, before?.total.published, summary.periods.length)}
      legend={[
        { tone: 1, words: t`Published` },
        { tone: 6, words: t`Not published` },
      ]}
      lines={ticks.map(({ at, value }) => ({ at, words: i18n.number(value) }))}
      days={dayLabels(
        steps.map(({ from }) => from),
        words,
      )}
      steps={steps.map((step) => ({
        day: step.from,
        name: words.span(step.from, step.to),
        words: say(step.published, step.failed),
      }))}
      spanWords={spanWords}
      columns={[t`Published`, t`Not published`]}
      rows={steps.map((step) => [step.published, step.failed])}
      fileName={`${fileName}-outcome.csv`}
    >
      {steps.map((step, index) => {
        const [went, not] = [(step.published / top) * 100, (step.failed / top) * 100]
        const bar = { x: index + 0.15, width: 0.7 }
        return (
          <g key={step.from}>
            {went > 0 && <rect {...bar} y={100 - went} height={went} className={styles.published} />}
            {not > 0 && <rect {...bar} y={100 - went - not} height={not} className={styles.failed} />}
          </g>
        )
      })}
    </Plot>
  )
}
