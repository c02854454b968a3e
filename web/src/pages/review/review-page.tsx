import type { Review } from '@crier/sdk/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { boot } from '../../boot/boot.ts'
import { app } from '../../session/clients.ts'
import { isRefused } from '../../session/query-client.ts'
import { regionalLocale, timeFormatOf } from '../../time/format.ts'
import { useTitle } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Outside } from '../outside/outside.tsx'
import styles from './review.module.css'
import { type ReviewedPost, readReviewer, readSecret } from './review-link.ts'
import { ReviewPost } from './review-post.tsx'
import { isAsking } from './review-words.ts'

/** The posts that a team shows to a client, who has no account here, and what the client says to them. */
export function ReviewPage() {
  const { t } = useLingui()
  const secret = useSecret()
  const { data, error, refetch } = useQuery({
    queryKey: ['review', secret],
    retry: false,
    enabled: secret !== '',
    queryFn: ({ signal }) => app.readReview({ token: secret }, { signal }),
  })
  if (secret === '' || isRefused(error, 404) || isRefused(error, 422))
    return (
      <Outside
        title={t`This link works no more`}
        lead={t`It may have expired, or the team has ended it. Ask whoever sent it for another one, and open it whole: its last part belongs to it.`}
      >
        {null}
      </Outside>
    )
  if (data === undefined)
    return (
      <Outside title={error === null ? '' : t`Review`}>
        {error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />}
      </Outside>
    )
  return <Shown review={data} secret={secret} onChanged={() => refetch()} />
}

/** The secret of the address, also once another link was put into the same window. */
function useSecret(): string {
  const [secret, setSecret] = useState(readSecret)
  useEffect(() => {
    const read = () => setSecret(readSecret())
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return secret
}

interface ShownProps {
  readonly review: Review
  readonly secret: string
  readonly onChanged: () => Promise<unknown>
}

function Shown({ review, secret, onChanged }: ShownProps) {
  const { t, i18n } = useLingui()
  const { workspace, posts, recipient } = review
  const [view, setView] = useState<'asking' | 'all'>('all')
  const [name, setName] = useState(readReviewer)
  const heading = useRef<HTMLHeadingElement>(null)
  const format = timeFormatOf(workspace.timezone, regionalLocale(i18n.locale))
  const asking = posts.filter(isAsking)
  // A post that was just decided about stays where it is until another choice is made.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const shown = view === 'all' ? posts : posts.filter((post) => isAsking(post) || kept.has(post.ref))
  const platforms = useMemo(() => new Map(review.platforms.map((each) => [each.platform, each])), [review])
  useTitle(workspace.name)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const choose = (next: 'asking' | 'all') => {
    setView(next)
    setKept(new Set(asking.map(({ ref }) => ref)))
  }
  return (
    <div className={styles.ground}>
      <header className={styles.head}>
        <div className={styles.from}>
          <span className={styles.mark} aria-hidden="true">
            {[...workspace.name][0]?.toUpperCase()}
          </span>
          <span dir="auto">{workspace.name}</span>
          <span className={styles.for} dir="auto">{t`for ${recipient}`}</span>
        </div>
        <h1 ref={heading} tabIndex={-1}>
          <Heading review={review} asking={asking.length} />
        </h1>
        <p className={styles.lead}>
          {review.decides
            ? t`See each post as its network will show it, then approve it or say what should change. Times are those of ${format.place}.`
            : t`See each post as its network will show it. Times are those of ${format.place}.`}
        </p>
        {asking.length > 0 && asking.length < posts.length && (
          <Segments
            label={t`Which posts`}
            choices={[
              { id: 'all', label: t`All (${posts.length})` },
              { id: 'asking', label: t`For you (${asking.length})` },
            ]}
            chosen={view}
            onChoose={choose}
          />
        )}
      </header>
      <main className={styles.main}>
        {shown.length === 0 && <p className={styles.none}>{t`There are no posts here at the moment.`}</p>}
        {byDay(shown, format.day).map(([day, ofDay]) => (
          <section key={day ?? ''} className={styles.day} aria-label={day ?? t`Without a time`}>
            <h2 className={styles.dayName}>{day ?? t`Without a time`}</h2>
            {ofDay.map((post) => (
              <ReviewPost
                key={post.ref}
                {...{ post, platforms, secret, name, format, onChanged }}
                onName={setName}
              />
            ))}
          </section>
        ))}
        {review.has_more && (
          <p
            className={styles.none}
          >{t`There are more posts than fit here. Ask the team for a second link.`}</p>
        )}
      </main>
      <footer className={styles.foot}>
        <p>{t`This page is for ${recipient} alone: whoever has its link can open it, until ${format.moment(review.expires_at)}.`}</p>
        <p className={styles.brand}>
          <img src={`${boot.base}/icon.svg`} alt="" width={20} height={20} />
          {t`Shown with Crier`}
        </p>
      </footer>
    </div>
  )
}

function Heading({
  review: { decides, posts },
  asking,
}: {
  readonly review: Review
  readonly asking: number
}) {
  const { t } = useLingui()
  if (!decides) return plural(posts.length, { one: '# post to look at', other: '# posts to look at' })
  if (asking > 0) return plural(asking, { one: '# post waits for you', other: '# posts wait for you' })
  return t`Nothing waits for you`
}

/** The posts by their days, in order; those without a time come first. */
function byDay(
  posts: readonly ReviewedPost[],
  dayOf: (at: string) => string,
): readonly (readonly [string | null, readonly ReviewedPost[]])[] {
  const days = Map.groupBy(posts, ({ at }) => (at === null ? null : dayOf(at)))
  return [...days]
}
