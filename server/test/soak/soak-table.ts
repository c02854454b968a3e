import { soakClassNames } from './network.ts'
import type { SoakReport } from './run-soak.ts'

const endings = ['published', 'needs_review', 'failed', 'canceled'] as const

/** The report as people read it. */
export function soakTable(report: SoakReport): string {
  const { options, facts, harm, counts, uploads, violations } = report
  const faults = facts.arrivals.filter(({ fault }) => fault !== 'none').length
  const asking = facts.targets.filter(({ state }) => state === 'needs_review').length
  const rows: [string, string | number][] = [
    ['seed', options.seed],
    ['workers', options.workers],
    ['seconds', Math.round(options.forMs / 1_000)],
    ['accounts', options.accounts],
    ['targets', facts.targets.length],
    ['commits that arrived', facts.arrivals.length],
    ['network faults', `${faults} (${share(faults, facts.arrivals.length)})`],
    ['SIGKILL', harm.kills],
    ['SIGSTOP', harm.stops],
    ['kill -9 of the database', harm.databaseKills],
    ['links cut', harm.cuts],
    ['edited, rescheduled, canceled', `${counts.edited}, ${counts.rescheduled}, ${counts.canceled}`],
    ['too late to change', counts.too_late],
    ['asked a person', `${asking} (${share(asking, facts.targets.length)})`],
    ['still, after the last fault', `${(report.drainedInMs / 1_000).toFixed(1)} s`],
    [
      'hostile uploads',
      `${uploads.refused} refused, ${uploads.taken} taken, ${uploads.unanswered} without an answer`,
    ],
    ['hostile answers', report.hostileAnswers],
    ['violations', violations.length],
  ]
  const wide = Math.max(...rows.map(([name]) => name.length))
  return [...rows.map(([name, value]) => `${name.padEnd(wide)}  ${value}`), '', ...outcomes(report)].join(
    '\n',
  )
}

function outcomes({ facts }: SoakReport): string[] {
  const line = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padEnd(13)).join('')
  const rows = soakClassNames.map((networkClass) => {
    const targets = facts.targets.filter((target) => target.network_class === networkClass)
    const counts = endings.map((ending) => targets.filter(({ state }) => state === ending).length)
    return line([networkClass, ...counts, targets.length])
  })
  return [line(['', ...endings, 'all']), ...rows]
}

function share(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)} %`
}
