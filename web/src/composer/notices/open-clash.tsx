import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTimeFormat } from '../../time/format.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Content } from '../content.ts'
import { useDesk } from '../desk.ts'
import { type Aside, forgetAside, putAside } from '../drafts/asides.ts'
import type { Clash } from '../drafts/keeping.ts'
import { type Conflict, withPart } from '../merge-content.ts'
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
  const isOwn = latest?.by.kind === 'user' && latest.by.id === desk.session.person.id
  const who = isOwn ? null : (latest?.by.name ?? t`Somebody else`)
  const away = format.away(latest?.changed_at ?? theirs.post.updated_at)
  const isDone = conflicts.every((_, index) => chosen[index] !== undefined)
  const settle = useSettle(who)
  const goOn = () => {
    const isTheirs = conflicts.map((_, index) => chosen[index] === 'theirs')
    const mine = desk.content.read()
    const made = conflicts.reduce(
      (before, conflict, index) => (isTheirs[index] ? withPart(before, conflict, conflict.theirs) : before),
      mine,
    )
    // The server keeps what another person had, but takes the changes that one person makes soon after each other as one.
    const isKept = latest !== undefined && !isOwn
    void settle(made, {
      mine: isTheirs.includes(true) ? mine : null,
      theirs: isTheirs.includes(false) && !isKept ? theirs.content : null,
    })
  }
  return (
    <section id="composer-clash" className={styles.clash} role="alert" tabIndex={-1}>
      <h2 className={styles.clashTitle}>
        {who === null
          ? t`You changed this post ${away} in another tab or on another device, while you were writing here.`
          : t`${who} changed this post ${away}, while you were writing.`}
      </h2>
      <p>
        {t`Choose for each part. Nothing is lost: what you don't take stays under History, your own version on this device only.`}{' '}
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
        <Button aria-disabled={!isDone} onClick={() => (isDone ? goOn() : undefined)}>
          {t`Go on with these`}
        </Button>
        {!isDone && <p className={styles.hint}>{t`Choose for each part first.`}</p>}
      </div>
    </section>
  )
}

/** The versions of which something was not taken, and which the server does not keep. */
type Left = Readonly<Record<Aside['whose'], Content | null>>

/** Goes on with what was chosen; `who` is null where the other version is the person's own. The rest is put aside on this device first, and the choice can be undone. */
function useSettle(who: string | null): (made: Content, left: Left) => Promise<void> {
  const { t } = useLingui()
  const { id, session, saver } = useDesk()
  const navigate = useNavigate()
  const keptWords =
    who === null
      ? t`The other version is taken. This one stays under History, on this device.`
      : t`${who}'s version is taken. Yours stays under History, on this device.`
  return async (made, { mine, theirs }) => {
    const at = nowAtServer()
    const place = { workspace: session.workspace.id, mode: session.mode, post: id }
    const aside: Aside | null = mine && { ...place, at, whose: 'mine', content: mine }
    const isKept = aside !== null && (await putAside(aside))
    if (theirs !== null) await putAside({ ...place, at: at + 1, whose: 'theirs', content: theirs })
    await saver.settle(made)
    if (aside === null) return
    const undo = async () => {
      await saver.resume(aside.content)
      await saver.flush()
      if (isKept) await forgetAside(aside)
      if (!location.href.includes(id)) await navigate({ to: '/posts/$post/edit', params: { post: id } })
    }
    toast({ text: isKept ? keptWords : t`The other version is taken.`, undo })
  }
}

interface OneConflictProps {
  readonly conflict: Conflict
  /** Null where the other version is the person's own. */
  readonly who: string | null
  readonly choice: 'mine' | 'theirs' | null
  readonly onChoose: (choice: 'mine' | 'theirs') => void
}

function OneConflict({ conflict, who, choice, onChoose }: OneConflictProps) {
  const { t } = useLingui()
  const { nameOfField, wordsOfValue } = useFieldWords()
  const name = nameOfField(conflict)
  const words =
    who === null
      ? { label: t`The other version`, take: t`Take the other`, taken: t`The other is taken` }
      : { label: t`${who}'s version`, take: t`Take ${who}'s`, taken: t`${who}'s is taken` }
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
          <DifferentWords label={words.label} text={theirs} other={mine} />
          <Button variant="default" aria-pressed={choice === 'theirs'} onClick={() => onChoose('theirs')}>
            {choice === 'theirs' ? words.taken : words.take}
          </Button>
        </div>
      </div>
    </div>
  )
}
