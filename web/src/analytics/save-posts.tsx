import type { Analytics } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useNamedAccounts } from '../data/accounts.ts'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { addDays, startOfDay } from '../time/zone.ts'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/form.tsx'
import { saveFile } from '../ui/save-file.ts'
import { sayThrown } from '../ui/say-problem.ts'
import { toast } from '../ui/toasts.tsx'
import { writeCsv } from './csv.ts'
import { useDayWords } from './day-words.ts'
import { figureNames, figureOf } from './figures.ts'
import { postsTable } from './posts-table.ts'
import type { Span } from './span.ts'

interface SavePostsProps {
  readonly span: Span
  readonly today: string
}

/** Saves every post that went out in the days that are looked at, with its figures, as a table for a report. */
export function SavePosts({ span: { from, to }, today }: SavePostsProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const { zone } = useTimeFormat()
  const named = useNamedAccounts()
  const days = useDayWords(today).span(from, to)
  const { isBusy, start } = useAction(async () => {
    try {
      const span = { start: startOfDay(zone, from), end: startOfDay(zone, addDays(to, 1)) }
      const rows = await readPosts(api.analytics.list({ limit: 200 }), span)
      if (rows.length === 0) return toast({ text: t`Nothing went out in these days.` })
      const told = figureNames.filter((name) => rows.some((row) => figureOf(row, name) !== null))
      const { head, lines } = postsTable(rows, { zone, told, named, translate: translateServerSentence })
      saveFile(`crier-${from}-${to}-posts.csv`, writeCsv(head, lines), 'text/csv')
    } catch (error) {
      toast({ text: sayThrown(error), tone: 'bad' })
    }
  })
  return (
    <Button variant="subtle" size="compact-sm" aria-disabled={isBusy} onClick={() => void start()}>
      {isBusy ? t`Reading…` : t`Save those of ${days} as CSV`}
    </Button>
  )
}

/** The posts that went out in a span, of a list of all with the newest first: reading ends at the first one before it. */
async function readPosts(
  list: AsyncIterable<Analytics>,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Analytics[]> {
  const rows: Analytics[] = []
  // A post whose time no network told stands where it was found, among those of the time before it.
  let at = Number.POSITIVE_INFINITY
  for await (const row of list) {
    at = row.platform_created_at === null ? at : Date.parse(row.platform_created_at)
    if (at < start) break
    if (at < end) rows.push(row)
  }
  return rows
}
