import type { MoveTestClockInput } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { testClockQuery } from '../data/test-clock.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { instantOf, readDay } from '../time/zone.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Fault } from '../ui/confirm.tsx'
import { Form, faultAt, useAction } from '../ui/form.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { Trouble } from '../ui/trouble.tsx'
import styles from './sandbox.module.css'

const hourSeconds = 3_600

/** The clock of the test data. It jumps; posts that come due on the way go out at once. */
export function TestClockCard() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const format = useTimeFormat()
  const { data, error, refetch } = useQuery(testClockQuery(useSession()))
  const moving = useMove()
  const isAhead = (data?.advanced_by_seconds ?? 0) > 0
  return (
    <section className={card.card} aria-labelledby="clock">
      <h2 id="clock">{t`Test clock`}</h2>
      {data === undefined && error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <p>
            <time className={styles.clock} dateTime={data.now}>
              {format.moment(data.now)}
            </time>
            <span className={card.small}>
              {isAhead
                ? t`Moved ahead. The real time is ${format.moment(data.real_time)}.`
                : t`It shows the real time. Move it to see planned posts go out now.`}
            </span>
          </p>
          {isAtLeast(workspace.role, 'editor') && (
            <>
              {moving.error !== null && <Fault error={moving.error} />}
              <div className={card.row}>
                {data.next_due_at !== null && (
                  <Button onClick={() => void moving.start({ now: data.next_due_at ?? '' })}>
                    {t`To the next post, ${format.moment(data.next_due_at)}`}
                  </Button>
                )}
                <Button
                  variant="default"
                  onClick={() => void moving.start({ advance_by_seconds: hourSeconds })}
                >
                  {t`An hour ahead`}
                </Button>
                <Button
                  variant="default"
                  onClick={() => void moving.start({ advance_by_seconds: 24 * hourSeconds })}
                >
                  {t`A day ahead`}
                </Button>
                {isAhead && (
                  <Button variant="default" onClick={() => void moving.start({ reset: true })}>
                    {t`Back to the real time`}
                  </Button>
                )}
              </div>
              <MoveTo />
            </>
          )}
        </>
      )}
    </section>
  )
}

function useMove() {
  const { api, scope } = useSession()
  const client = useQueryClient()
  return useAction(async (to: MoveTestClockInput) => {
    const moved = await api.testClock.move(to)
    client.setQueryData([...scope, 'posts', 'test-clock'], moved)
    await client.invalidateQueries({ queryKey: [...scope] })
  })
}

/** Any moment later than that of the clock, on the clock of the workspace. */
function MoveTo() {
  const { t } = useLingui()
  const { zone, place } = useTimeFormat()
  const [text, setText] = useState('')
  const moving = useMove()
  const move = () => {
    const [day = '', time = ''] = text.split('T')
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    if (text !== '')
      void moving.start({ now: new Date(instantOf(zone, { ...readDay(day), hour, minute })).toISOString() })
  }
  return (
    <details className={card.fold}>
      <summary>{t`To another time`}</summary>
      <Form
        onSubmit={move}
        error={moving.error}
        fields={['/now']}
        actions={<Button type="submit" variant="default">{t`Move the clock`}</Button>}
      >
        <TextInput
          type="datetime-local"
          label={t`Time in ${place}`}
          value={text}
          error={faultAt(moving.error, '/now')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Form>
    </details>
  )
}
