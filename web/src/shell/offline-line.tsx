import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { deviceRefusal } from '../live/device-refusal.ts'
import { lateAnswers } from '../live/late-answers.ts'
import { liveState } from '../live/live-state.ts'
import { serverWait } from '../live/server-wait.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import textButton from '../ui/text-button.module.css'
import styles from './shell.module.css'

const Continuing = lazyPart(() => import('../ui/continuing.tsx'), 'Continuing')

/** One line below the top bar while the server cannot be reached, or lets calls wait; nothing otherwise. */
export function OfflineLine() {
  const { t } = useLingui()
  const state = useSyncExternalStore(liveState.watch, liveState.read)
  const until = useSyncExternalStore(serverWait.watch, serverWait.read)
  const isLate = useSyncExternalStore(lateAnswers.watch, lateAnswers.read)
  const isRefusing = useSyncExternalStore(deviceRefusal.watch, deviceRefusal.read)
  const kept = isRefusing
    ? t`This browser keeps nothing: leave this page open.`
    : t`Your writing is kept on this device.`
  if (state === 'live' && until === 0)
    return !isLate ? null : (
      <p className={styles.offline} role="status">
        {t`Your Crier takes long to answer.`} {kept}
      </p>
    )
  if (state === 'live')
    return (
      <p className={styles.offline} role="status">
        {t`Too many requests for a moment.`}{' '}
        <Suspense fallback={null}>
          <Continuing key={until} until={until} />
        </Suspense>
      </p>
    )
  return (
    <p className={styles.offline} role="status">
      {state === 'offline' ? t`You are offline.` : t`We can't reach your Crier.`} {kept}{' '}
      {state === 'away' && <NextTry />}
    </p>
  )
}

const pauseSeconds = 8

/** Reads again what is shown, every few seconds and at once when asked to; says when. */
function NextTry() {
  const { t } = useLingui()
  const client = useQueryClient()
  const [left, setLeft] = useState(pauseSeconds)
  useEffect(() => {
    if (left > 0) {
      const timer = setTimeout(() => setLeft(left - 1), 1_000)
      return () => clearTimeout(timer)
    }
    let isOver = false
    const readAgain = async () => {
      // A part without anything to show may wait for an answer that never comes.
      await client.cancelQueries({ type: 'active', predicate: ({ state }) => state.data === undefined })
      await client.refetchQueries({ type: 'active' })
      if (!isOver) setLeft(pauseSeconds)
    }
    void readAgain()
    return () => {
      isOver = true
    }
  }, [left, client])
  return (
    <>
      {/* The seconds are not read out one by one. */}
      <span className="hidden-text">{t`Trying again…`}</span>
      <span aria-hidden="true">{left > 0 ? t`Trying again in ${left} s.` : t`Trying again…`}</span>{' '}
      <button type="button" className={textButton.button} onClick={() => setLeft(0)}>
        {t`Try now`}
      </button>
    </>
  )
}
