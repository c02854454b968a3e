import type { ConnectAttempt } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Form, useAction } from '../ui/form.tsx'
import { attemptQuery } from './account-queries.ts'
import styles from './accounts.module.css'

/** The profiles to which a sign-in gave access. A profile that cannot be connected says why. */
export function ChooseCandidates({ attempt }: { readonly attempt: ConnectAttempt }) {
  const { t } = useLingui()
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { candidates } = attempt
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    candidates
      .filter(({ suggested, reason }) => suggested && reason === null)
      .map(({ external_id: id }) => id),
  )
  const connecting = useAction(async () => {
    const next = await session.api.connectAttempts.choose(attempt.id, { external_ids: chosen })
    client.setQueryData(attemptQuery(session, attempt.id).queryKey, next)
  })
  const leaving = useAction(async () => {
    await session.api.connectAttempts.delete(attempt.id)
    await navigate({ to: '/accounts' })
  })
  const act = plural(chosen.length, { 0: 'Connect', one: 'Connect # account', other: 'Connect # accounts' })
  return (
    <section className={card.card} aria-label={t`Profiles`}>
      <Form
        onSubmit={() => void (chosen.length === 0 || connecting.start())}
        error={connecting.error ?? leaving.error}
        actions={
          <>
            <Button type="submit" aria-disabled={connecting.isBusy || chosen.length === 0}>
              {connecting.isBusy ? t`Connecting…` : act}
            </Button>
            <Button variant="default" aria-disabled={leaving.isBusy} onClick={() => void leaving.start()}>
              {t`Connect none`}
            </Button>
          </>
        }
      >
        <div className={styles.candidates}>
          {candidates.map(({ external_id: id, display_name: name, username, reason }) => (
            <label key={id} className={styles.candidate}>
              <input
                type="checkbox"
                disabled={reason !== null}
                checked={chosen.includes(id)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id),
                  )
                }
              />
              <span>
                {name}
                <span>{reason === null ? username : `${username}. ${translateServerSentence(reason)}`}</span>
              </span>
            </label>
          ))}
        </div>
        {chosen.length === 0 && <p className={card.small}>{t`Choose at least one.`}</p>}
      </Form>
    </section>
  )
}
