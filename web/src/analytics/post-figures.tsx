import type { Analytics } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useNamedAccounts } from '../data/accounts.ts'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { OlderButton } from '../ui/older-button.tsx'
import table from '../ui/table.module.css'
import { Trouble } from '../ui/trouble.tsx'
import styles from './analytics.module.css'
import { figuresQuery } from './analytics-queries.ts'
import { FigureCell } from './figure-cell.tsx'
import { useFigureWords } from './figure-words.ts'
import { type FigureName, figureNames, figureOf } from './figures.ts'
import { SavePosts } from './save-posts.tsx'
import type { Span } from './span.ts'

interface PostFiguresProps {
  /** The days whose posts can be saved as a file; the list is of all days. */
  readonly span: Span
  readonly today: string
}

/** The published posts with what their networks tell of them, the newest first. */
export function PostFigures({ span, today }: PostFiguresProps) {
  const { t } = useLingui()
  const names = useFigureWords()
  const list = useInfiniteQuery(figuresQuery(useSession()))
  const { data, error, refetch } = list
  const rows = data?.pages.flatMap((page) => page.data)
  if (rows === undefined)
    return error === null ? null : <Trouble error={error} onRetry={() => void refetch()} />
  if (rows.length === 0) return null
  const told = figureNames.filter((name) => rows.some((row) => figureOf(row, name) !== null))
  return (
    <section className={styles.part} aria-labelledby="posts">
      <div className={styles.partHead}>
        <h2 id="posts">{t`The latest posts`}</h2>
        <SavePosts span={span} today={today} />
      </div>
      <table className={table.table} aria-labelledby="posts">
        <thead>
          <tr>
            <th scope="col">{t`Post`}</th>
            <th scope="col">{t`Account`}</th>
            <th scope="col">{t`Went out`}</th>
            {told.map((name) => (
              <th key={name} scope="col">
                {names[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PostRow key={row.id} row={row} told={told} />
          ))}
        </tbody>
      </table>
      <OlderButton label={t`Older posts`} list={list} />
    </section>
  )
}

interface PostRowProps {
  readonly row: Analytics
  readonly told: readonly FigureName[]
}

function PostRow({ row, told }: PostRowProps) {
  const { t } = useLingui()
  const names = useFigureWords()
  const format = useTimeFormat()
  const { handle, network } = useNamedAccounts()(row.social_account_id, row.platform)
  const { unavailable_reason: reason, platform_created_at: at, video_description: words } = row
  return (
    <tr>
      <td className={styles.post}>
        <Link to="/posts/$post" params={{ post: row.post_id }} className={styles.words}>
          {words === null || words === '' ? t`Without words` : words}
        </Link>
        {reason !== null && <span className={table.soft}>{translateServerSentence(reason)}</span>}
      </td>
      <td data-label={t`Account:`}>
        {handle} <span className={table.soft}>{network}</span>
      </td>
      <td data-label={t`Went out:`}>{at !== null && <time dateTime={at}>{format.moment(at)}</time>}</td>
      {told.map((name) => (
        <FigureCell
          key={name}
          name={names[name]}
          value={figureOf(row, name)}
          network={network}
          // A network that answered and left the figure out does not tell it.
          mayCome={row.last_synced_at === null}
        />
      ))}
    </tr>
  )
}
