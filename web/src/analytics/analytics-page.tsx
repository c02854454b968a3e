import type { AnalyticsSummary } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createLink, useSearch } from '@tanstack/react-router'
import { useModeNow } from '../data/test-clock.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { useWeekStart } from '../time/week-start.ts'
import { dayAt } from '../time/zone.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { AccountFigures } from './account-figures.tsx'
import styles from './analytics.module.css'
import { figuresQuery, summaryQuery } from './analytics-queries.ts'
import { useDayWords } from './day-words.ts'
import { LatenessPlot } from './lateness-plot.tsx'
import { OutcomePlot } from './outcome-plot.tsx'
import { PostFigures } from './post-figures.tsx'
import { ReachPlot } from './reach-plot.tsx'
import { ReadFigures } from './read-figures.tsx'
import { readSpan, type Span, spanBefore } from './span.ts'
import { SpanChoice } from './span-choice.tsx'
import { stepsOf } from './steps.ts'

const RoutedButton = createLink(LinkButton)

/** How much went out, how punctual it was, and what it reached. */
export function AnalyticsPage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const { zone } = useTimeFormat()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const now = useModeNow()
  const today = now === null ? null : dayAt(zone, now)
  return (
    <Page title={t`Analytics`} actions={isAtLeast(workspace.role, 'author') && <ReadFigures />}>
      {today === null ? <Waiting /> : <Figures span={readSpan(search, today)} today={today} />}
    </Page>
  )
}

interface FiguresProps {
  readonly span: Span
  readonly today: string
}

function Figures({ span, today }: FiguresProps) {
  const session = useSession()
  const { data, error, refetch } = useQuery({
    ...summaryQuery(session, span),
    placeholderData: keepPreviousData,
  })
  const hasResults = data !== undefined && data.total.published + data.total.failed > 0
  return (
    <>
      <SpanChoice span={span} today={today} />
      {data === undefined &&
        (error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />)}
      {data !== undefined && !hasResults && <Nothing />}
      {hasResults && <Plots summary={data} today={today} />}
      {data !== undefined && <PostFigures span={span} today={today} />}
    </>
  )
}

/** The three plots and the table of accounts. */
function Plots({ summary, today }: { readonly summary: AnalyticsSummary; readonly today: string }) {
  const words = useDayWords(today)
  const firstDay = useWeekStart()
  // While other days are on their way, those that are shown are compared with the ones before them.
  const { periods } = summary
  const [from, to] = [periods[0]?.date ?? today, periods.at(-1)?.date ?? today]
  const earlier = summaryQuery(useSession(), spanBefore({ from, days: periods.length }))
  const { data: before } = useQuery({ ...earlier, refetchInterval: false })
  const fileName = `crier-${from}-${to}`
  const data = {
    summary,
    before,
    words,
    fileName,
    steps: stepsOf(periods, firstDay),
    spanWords: words.span(from, to),
  }
  return (
    <>
      <OutcomePlot {...data} />
      <div className={styles.pair}>
        <LatenessPlot {...data} />
        <ReachPlot {...data} />
      </div>
      <AccountFigures summary={summary} fileName={fileName} />
    </>
  )
}

/** Nothing went out in the days that are looked at, or ever. */
function Nothing() {
  const { t } = useLingui()
  const session = useSession()
  const { data } = useInfiniteQuery(figuresQuery(session))
  if (data === undefined) return null
  if (data.pages.some((page) => page.data.length > 0))
    return <EmptyState title={t`Nothing went out in these days.`}>{t`Choose others to see more.`}</EmptyState>
  return (
    <EmptyState
      title={t`Nothing went out yet.`}
      actions={
        isAtLeast(session.workspace.role, 'author') && (
          <RoutedButton to="/posts/new">{t`New post`}</RoutedButton>
        )
      }
    >
      {t`Publish something and come back tomorrow: this page then says how much went out, how punctual it was, and what it reached.`}
    </EmptyState>
  )
}
