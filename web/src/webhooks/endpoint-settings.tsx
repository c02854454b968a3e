import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useProven } from '../session/fresh-proof.tsx'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Confirm, Fault } from '../ui/confirm.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form, useAction } from '../ui/form.tsx'
import { toast } from '../ui/toasts.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { type EditedSettings, EndpointForm } from './endpoint-form.tsx'
import { SecretPanel } from './secret-panel.tsx'

function useReadAgain(): () => Promise<void> {
  const client = useQueryClient()
  const { scope } = useSession()
  return () => client.invalidateQueries({ queryKey: [...scope, 'webhooks'] })
}

interface EndpointSettingsTabProps {
  readonly endpoint: WebhookEndpoint
  /** The page has them, so that they are there again after a look at another tab. */
  readonly edited: EditedSettings
  readonly onEdit: (edited: EditedSettings) => void
}

/** Where events are sent, which, the secret, and the end of it. */
export function EndpointSettingsTab({ endpoint, edited, onEdit }: EndpointSettingsTabProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const proven = useProven()
  const readAgain = useReadAgain()
  return (
    <>
      <section className={card.card} aria-label={t`Address and events`}>
        <EndpointForm
          endpoint={endpoint}
          edited={edited}
          onEdit={onEdit}
          act={t`Save changes`}
          acting={t`Saving…`}
          onSave={async ({ url, ...settings }) => {
            const change = url === endpoint.url ? settings : { url, ...settings }
            await proven(() => api.webhookEndpoints.update(endpoint.id, change))
            await readAgain()
            onEdit({})
            toast({ text: t`The endpoint is changed.` })
          }}
        />
      </section>
      <Secret endpoint={endpoint} />
      <End endpoint={endpoint} />
    </>
  )
}

function Secret({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const [isAsking, setAsking] = useState(false)
  const [fresh, setFresh] = useState<WebhookEndpointWithSecret | null>(null)
  const opener = useOpener(fresh !== null)
  if (fresh !== null)
    return (
      <SecretPanel
        secret={fresh.secret}
        formerEnd={fresh.previous_secret_expires_at}
        onDone={() => setFresh(null)}
      />
    )
  const end = endpoint.previous_secret_expires_at
  return (
    <section className={card.card} aria-labelledby="secret">
      <h2 id="secret">{t`Secret`}</h2>
      <p className={card.soft}>
        {end === null
          ? t`Each request is signed with it. It was shown once, when it was made.`
          : t`Two secrets sign each request until ${format.moment(end)}: the new one and the former one.`}
      </p>
      <div className={card.row}>
        <Button ref={opener} variant="default" onClick={() => setAsking(true)}>
          {t`Make a new secret`}
        </Button>
      </div>
      {isAsking && (
        <RotateDialog
          endpoint={endpoint}
          onClose={() => setAsking(false)}
          onRotated={(made) => {
            setAsking(false)
            setFresh(made)
          }}
        />
      )}
    </section>
  )
}

interface RotateDialogProps {
  readonly endpoint: WebhookEndpoint
  readonly onClose: () => void
  readonly onRotated: (made: WebhookEndpointWithSecret) => void
}

const daySeconds = 86_400

function RotateDialog({ endpoint, onClose, onRotated }: RotateDialogProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const proven = useProven()
  const readAgain = useReadAgain()
  const [seconds, setSeconds] = useState(daySeconds)
  const rotating = useAction(async () => {
    const made = await proven(() =>
      api.webhookEndpoints.rotateSecret(endpoint.id, { overlap_seconds: seconds }),
    )
    void readAgain()
    onRotated(made)
  })
  const choices = [
    [daySeconds, t`For 24 hours: every request is signed with both`],
    [3_600, t`For an hour`],
    [0, t`Not at all: it leaked, or it is not used yet`],
  ] as const
  return (
    <Dialog isOpen onClose={onClose} title={t`Make a new secret?`}>
      <Form
        onSubmit={() => void rotating.start()}
        error={rotating.error}
        actions={
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t`Keep it`}
            </Button>
            <Button type="submit" aria-disabled={rotating.isBusy}>
              {rotating.isBusy ? t`Making it…` : t`Make a new secret`}
            </Button>
          </DialogActions>
        }
      >
        <fieldset className={card.choices}>
          <legend className={card.legend}>{t`The present one goes on signing`}</legend>
          {choices.map(([each, words]) => (
            <label key={each} className={card.choice}>
              <input
                type="radio"
                name="overlap"
                checked={each === seconds}
                onChange={() => setSeconds(each)}
              />
              {words}
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  )
}

function End({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const { api } = useSession()
  const readAgain = useReadAgain()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const switching = useAction(async () => {
    await api.webhookEndpoints.update(endpoint.id, { status: 'disabled' })
    await readAgain()
    toast({ text: t`The endpoint is off. Events are kept for it.` })
  })
  return (
    <section className={card.card} aria-labelledby="end">
      <h2 id="end">{t`Stop sending`}</h2>
      <p className={card.soft}>
        {t`An endpoint that is off keeps its events, and you can have them sent later. A deleted one is gone with its log.`}
      </p>
      {switching.error !== null && <Fault error={switching.error} />}
      <div className={card.row}>
        {endpoint.status === 'enabled' && (
          <Button variant="default" aria-disabled={switching.isBusy} onClick={() => void switching.start()}>
            {switching.isBusy ? t`Switching it off…` : t`Switch off`}
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          {t`Delete endpoint`}
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`Delete this endpoint?`}
        keep={t`Keep it`}
        act={t`Delete endpoint`}
        acting={t`Deleting it…`}
        onAct={async () => {
          await api.webhookEndpoints.delete(endpoint.id)
          await navigate({ to: '/build/webhooks' })
          await readAgain()
        }}
      >
        <p>{t`${endpoint.url} hears of nothing any more. The log of its deliveries is deleted too.`}</p>
      </Confirm>
    </section>
  )
}
