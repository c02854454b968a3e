import type { Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { groupBy } from '../../data/group-by.ts'
import { useTimeFormat } from '../../time/format.ts'
import { dayAt } from '../../time/zone.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import styles from './next-slots.module.css'
import { useNextSlots } from './queue-queries.ts'

interface Entry {
  readonly at: string
  /** Null where the slot is free. */
  readonly post: Post | null
}

/** The slots of the next two weeks by day: those that posts have, and those that are free. */
export function NextSlots({ mayWrite }: { readonly mayWrite: boolean }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { posts, free } = useNextSlots()
  if (posts === undefined || free === undefined) return null
  const entries: Entry[] = [
    ...posts.map((post) => ({ at: post.scheduled_at ?? '', post })),
    ...free.map((at) => ({ at, post: null })),
  ].sort((a, b) => a.at.localeCompare(b.at))
  if (entries.length === 0) return null
  const days = groupBy(entries, ({ at }) => dayAt(format.zone, Date.parse(at)))
  return (
    <section className={styles.next} aria-labelledby="next-slots">
      <h2 id="next-slots">{t`The next two weeks`}</h2>
      <dl className={styles.days}>
        {[...days].map(([day, list]) => (
          <div key={day} className={styles.day}>
            <dt>{format.day(list[0]?.at ?? '')}</dt>
            <dd>
              <ul>
                {list.map(({ at, post }) => (
                  <li
                    key={`${at} ${post?.id}`}
                    className={styles.slot}
                    data-free={post === null || undefined}
                  >
                    <time dateTime={at}>{format.time(at)}</time>
                    {post === null ? (
                      <Free at={at} mayWrite={mayWrite} />
                    ) : (
                      <>
                        <StateMark state={post.status} isAlone />
                        <Link to="/posts/$post" params={{ post: post.id }} className={styles.words}>
                          {post.caption === '' ? t`Without words` : post.caption}
                        </Link>
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Free({ at, mayWrite }: { readonly at: string; readonly mayWrite: boolean }) {
  const { t } = useLingui()
  if (!mayWrite) return <span>{t`free`}</span>
  return (
    <Link to="/posts/new" search={{ at } as never} className={styles.words}>
      {t`Free: write for it`}
    </Link>
  )
}
