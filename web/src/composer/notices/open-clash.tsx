import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { useDesk } from '../desk.ts'
import type { Clash } from '../drafts/saver.ts'
import { type Conflict, write } from '../merge-content.ts'
import { DifferentWords } from './different-words.tsx'
import { useFieldWords } from './field-words.ts'
import styles from './notices.module.css'

/** Shows what two people changed at once, part by part, and lets the person choose. */
export function OpenClash({ clash }: { readonly clash: Clash }) {
  const { t } = useLingui()
  const desk = useDesk()
  const format = useTimeFormat()
  const [chosen, setChosen] = useState<Readonly<Record<number, 'mine' | 'theirs'>>>({})
  const { theirs, conflicts } = clash
  const { data } = useQuery({
    queryKey: [...desk.session.scope, 'posts', desk.id, 'versions', theirs.etag],
    queryFn: ({ signal }) => desk.session.api.posts.listVersions(desk.id, { signal }),
  })
  const latest = data?.data[0]
  const who = latest?.by.name ?? t`Somebody else`
  const away = format.away(latest?.changed_at ?? theirs.post.updated_at)
  const isDone = conflicts.every((_, index) => chosen[index] !== undefined)
  const settle = () => {
    const content = conflicts.reduce(
      (made, conflict, index) => (chosen[index] === 'theirs' ? write(made, conflict, conflict.theirs) : made),
      desk.content.read(),
    )
    desk.saver.settle(content)
  }
  return (
    <section id="composer-clash" className={styles.clash} role="alert" tabIndex={-1}>
      <h2 className={styles.clashTitle}>{t`${who} changed this post ${away}, while you were writing.`}</h2>
      <p>
        {t`Choose for each part. Nothing is lost: both versions stay under History.`}{' '}
        <Link to="/posts/$post" params={{ post: desk.id }}>{t`History`}</Link>
      </p>
      {conflicts.map((conflict, index) => (
        <OneConflict
          key={`${conflict.member} ${conflict.of ?? ''}`}
          conflict={conflict}
          who={who}
          choice={chosen[index] ?? null}
          onChoose={(choice) => setChosen((before) => ({ ...before, [index]: choice }))}
        />
      ))}
      <div className={styles.actions}>
        <Button aria-disabled={!isDone} onClick={() => (isDone ? settle() : undefined)}>
          {t`Go on with these`}
        </Button>
        {!isDone && <p className={styles.hint}>{t`Choose for each part first.`}</p>}
      </div>
    </section>
  )
}

interface OneConflictProps {
  readonly conflict: Conflict
  readonly who: string
  readonly choice: 'mine' | 'theirs' | null
  readonly onChoose: (choice: 'mine' | 'theirs') => void
}

function OneConflict({ conflict, who, choice, onChoose }: OneConflictProps) {
  const { t } = useLingui()
  const { nameOfField, wordsOfValue } = useFieldWords()
  const name = nameOfField(conflict)
  const [mine, theirs] = [
    wordsOfValue(conflict.member, conflict.mine),
    wordsOfValue(conflict.member, conflict.theirs),
  ]
  return (
    <div role="group" aria-label={name} className={styles.conflict}>
      <h3>{name}</h3>
      <div className={styles.sides}>
        <div className={styles.side} data-chosen={choice === 'mine' || undefined}>
          <DifferentWords label={t`My version`} text={mine} other={theirs} />
          <Button variant="default" aria-pressed={choice === 'mine'} onClick={() => onChoose('mine')}>
            {choice === 'mine' ? t`Mine is kept` : t`Keep mine`}
          </Button>
        </div>
        <div className={styles.side} data-chosen={choice === 'theirs' || undefined}>
          <DifferentWords label={t`${who}'s version`} text={theirs} other={mine} />
          <Button variant="default" aria-pressed={choice === 'theirs'} onClick={() => onChoose('theirs')}>
            {choice === 'theirs' ? t`${who}'s is taken` : t`Take ${who}'s`}
          </Button>
        </div>
      </div>
    </div>
  )
}
