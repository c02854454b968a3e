import type { PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { sayFigure } from '../../analytics/figure-words.ts'
import { figureNames, figureOf } from '../../analytics/figures.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import styles from './post.module.css'

interface ResultFiguresProps {
  readonly result: PostResult
  /** The results of the post, whose figures are asked for together. */
  readonly all: readonly PostResult[]
}

/** The figures that the network tells of a public post; nothing where it has told none. */
export function ResultFigures({ result, all }: ResultFiguresProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { api, scope } = useSession()
  const isPublic = result.status === 'published'
  const { data } = useQuery({
    queryKey: [...scope, 'analytics', 'of-post', result.post_id],
    enabled: isPublic,
    // The figures change a few times a day, and no event says when.
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      api.analytics
        .list({ post_result_id: all.slice(0, 100).map(({ id }) => id), limit: 100 }, { signal })
        .toArray(),
  })
  const figures = data?.find(({ post_result_id: id }) => id === result.id)
  if (!isPublic || figures == null || figures.last_synced_at === null) return null
  const told = figureNames.flatMap((name) => {
    const count = figureOf(figures, name)
    return count === null ? [] : [sayFigure(name, count)]
  })
  if (told.length === 0) return null
  return (
    <p className={styles.quiet} title={t`As of ${format.moment(figures.last_synced_at)}`}>
      {told.join(' · ')}
    </p>
  )
}
