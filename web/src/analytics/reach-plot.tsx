import { useLingui } from '@lingui/react/macro'
import { usePlatformsByName } from '../data/accounts.ts'
import { NativeSelect } from '../ui/native-select.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { dayLabels } from './day-words.ts'
import { sayFigure, useFigureWords } from './figure-words.ts'
import { figureOf, figuresTold } from './figures.ts'
import styles from './plot.module.css'
import { Plot } from './plot.tsx'
import { type PlotData, useChangeWords } from './plot-data.ts'
import { countTicks } from './scale.ts'

/** The reach of the posts that went out on each day, as far as networks tell. */
export function ReachPlot({ summary, before, steps, words, spanWords, fileName }: PlotData) {
  const { t, i18n } = useLingui()
  const names = useFigureWords()
  const networks = usePlatformsByName()
  const change = useChangeWords()
  const [wanted, setWanted] = useSearchParam('figure')
  const told = figuresTold(summary.platforms)
  const figure = told.find((each) => each === wanted) ?? told[0]
  if (figure === undefined) return <NothingTold summary={summary} />
  const silent = summary.platforms.filter(({ figures }) => !figures.includes(figure))
  const notTold = silent.map(({ platform }) => networks.get(platform)?.name ?? platform)
  const values = steps.map(({ figures }) => figures[figure])
  const ticks = countTicks(Math.max(0, ...values.map((value) => value ?? 0)))
  const top = ticks.at(-1)?.value ?? 1
  const total = figureOf(summary.total, figure)
  const name = names[figure]
  const say = (value: number | null) => (value === null ? t`not told yet` : sayFigure(figure, value))
  const changed =
    total === null
      ? t`We ask an hour after a post went out, and then daily.`
      : change(total, before && figureOf(before.total, figure), summary.periods.length)
  const list = new Intl.ListFormat(i18n.locale).format(notTold)
  return (
    <Plot
      question={t`What did it reach?`}
      answer={total === null ? t`Not told yet` : sayFigure(figure, total)}
      detail={notTold.length === 0 ? changed : `${changed} ${t`Not told by ${list}.`}`.trim()}
      controls={
        told.length > 1 && (
          <NativeSelect
            aria-label={t`Figure`}
            value={figure}
            data={told.map((each) => ({ value: each, label: names[each] }))}
            onChange={({ currentTarget }) =>
              setWanted(currentTarget.value === told[0] ? null : currentTarget.value)
            }
          />
        )
      }
      legend={[{ tone: 3, words: t`${name} by the day of the post` }]}
      lines={ticks.map(({ at, value }) => ({ at, words: i18n.number(value) }))}
      days={dayLabels(
        steps.map(({ from }) => from),
        words,
      )}
      steps={steps.map((step, index) => ({
        day: step.from,
        name: words.span(step.from, step.to),
        words: step.published === 0 ? t`Nothing was published` : say(values[index] ?? null),
      }))}
      spanWords={spanWords}
      columns={[name]}
      rows={values.map((value) => [value])}
      fileName={`${fileName}-${figure}.csv`}
    >
      {values.map((value, index) => {
        const height = ((value ?? 0) / top) * 100
        const bar = { x: index + 0.15, width: 0.7, y: 100 - height, height }
        return height > 0 && <rect key={steps[index]?.from} {...bar} className={styles.reached} />
      })}
    </Plot>
  )
}

/** None of the networks to which something went out tells anything. */
function NothingTold({ summary }: Pick<PlotData, 'summary'>) {
  const { t, i18n } = useLingui()
  const networks = usePlatformsByName()
  const names = summary.platforms.map(({ platform }) => networks.get(platform)?.name ?? platform)
  const list = new Intl.ListFormat(i18n.locale).format(names)
  return (
    <section className={styles.plot} aria-labelledby="reach">
      <div className={styles.words}>
        <h2 id="reach">{t`What did it reach?`}</h2>
        <p className={styles.answer}>{t`Nobody knows`}</p>
        <p className={styles.detail}>{t`Not told by ${list}.`}</p>
      </div>
    </section>
  )
}
