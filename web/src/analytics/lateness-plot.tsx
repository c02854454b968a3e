import { useLingui } from '@lingui/react/macro'
import { dayLabels } from './day-words.ts'
import { useLatenessFormat } from './lateness-format.ts'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'
import type { PlotData } from './plot-data.ts'
import { type Tick, timeHeight, timeTicks } from './scale.ts'

/** How long after their times posts were sent, by day: shares of a hundred cannot be added up to weeks. */
export function LatenessPlot({ summary, words, spanWords, fileName }: PlotData) {
  const { t } = useLingui()
  const write = useLatenessFormat()
  const { periods } = summary
  const late = periods.map((period) => period.late_ms)
  const known = late.filter((each) => each !== null)
  const ticks = timeTicks(known.flatMap(({ p50, p95 }) => [p50, p95]))
  const total = summary.total.late_ms
  const half = total === null ? '' : write(total.p50)
  const most = total === null ? '' : write(total.p95)
  return (
    <Plot
      question={t`How punctual were we?`}
      answer={total === null ? t`Nothing was published` : t`Half within ${half}`}
      detail={total === null ? ' ' : t`95 of 100 within ${most} of their times.`}
      legend={[
        { tone: 1, words: t`Half` },
        { tone: 2, words: t`95 of 100` },
      ]}
      lines={ticks.map(({ at, value }) => ({ at, words: write(value) }))}
      days={dayLabels(
        periods.map(({ date }) => date),
        words,
      )}
      steps={periods.map(({ date, late_ms: ms }) => ({
        day: date,
        name: words.span(date, date),
        words:
          ms === null
            ? t`Nothing was published`
            : t`half within ${write(ms.p50)}, 95 of 100 within ${write(ms.p95)}`,
      }))}
      spanWords={spanWords}
      columns={[t`Half within, in seconds`, t`95 of 100 within, in seconds`]}
      rows={late.map((ms) => [ms && ms.p50 / 1_000, ms && ms.p95 / 1_000])}
      fileName={`${fileName}-punctuality.csv`}
    >
      {known.length > 0 && (
        <>
          <Line values={late.map((ms) => ms?.p95 ?? null)} ticks={ticks} className={styles.most} />
          <Line values={late.map((ms) => ms?.p50 ?? null)} ticks={ticks} className={styles.half} />
        </>
      )}
    </Plot>
  )
}

interface LineProps {
  readonly values: readonly (number | null)[]
  readonly ticks: readonly Tick[]
  readonly className: string | undefined
}

/** A line through the days that are known. It has gaps where nothing is, and a dot where a day stands alone. */
function Line({ values, ticks, className }: LineProps) {
  const point = (value: number, index: number) => `${index + 0.5} ${100 - timeHeight(value, ticks) * 100}`
  let [line, dots] = ['', '']
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const isFirst = (values[index - 1] ?? null) === null
    const isLast = (values[index + 1] ?? null) === null
    line += `${isFirst ? 'M' : 'L'}${point(value, index)}`
    if (isFirst && isLast) dots += `M${point(value, index)}h0.001`
  }
  return (
    <>
      <path d={line} className={className} />
      <path d={dots} className={className} data-dot />
    </>
  )
}
