import type { WebhookEndpoint } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form, useAction } from '../ui/form.tsx'
import { toast } from '../ui/toasts.tsx'

interface ResendSinceDialogProps {
  readonly endpoint: WebhookEndpoint
  /** A moment that is offered first, such as when the endpoint was switched off. */
  readonly since: string | null
  readonly onClose: () => void
}

const hourMs = 3_600_000

/** Sends everything again that did not arrive since a moment. */
export function ResendSinceDialog({ endpoint, since, onClose }: ResendSinceDialogProps) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  const format = useTimeFormat()
  const choices = useChoices(since)
  const [chosen, setChosen] = useState(choices[0]?.at ?? '')
  const resending = useAction(async () => {
    const { resent, more } = await api.webhookEndpoints.resendDeliveries(endpoint.id, { since: chosen })
    await client.invalidateQueries({ queryKey: [...scope, 'webhooks'] })
    const count = plural(resent, {
      0: 'Nothing had failed since then.',
      one: '# delivery is sent again.',
      other: '# deliveries are sent again.',
    })
    toast({ text: more ? `${count} ${t`There are more: do it once again.`}` : count })
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={t`Resend what did not arrive`}>
      <Form
        onSubmit={() => void resending.start()}
        error={resending.error}
        actions={
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t`Not now`}
            </Button>
            <Button type="submit" aria-disabled={resending.isBusy}>
              {resending.isBusy ? t`Resending…` : t`Resend`}
            </Button>
          </DialogActions>
        }
      >
        <fieldset className={card.choices}>
          <legend className={card.legend}>{t`Everything that failed or was kept since`}</legend>
          {choices.map(({ at, words }) => (
            <label key={at} className={card.choice}>
              <input type="radio" name="since" checked={at === chosen} onChange={() => setChosen(at)} />
              <span>
                {words}
                <span>{format.moment(at)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  )
}

function useChoices(since: string | null): readonly { readonly at: string; readonly words: string }[] {
  const { t } = useLingui()
  const [now] = useState(nowAtServer)
  const back = (hours: number) => new Date(now - hours * hourMs).toISOString()
  return [
    ...(since === null ? [] : [{ at: since, words: t`it was switched off` }]),
    { at: back(1), words: t`an hour ago` },
    { at: back(24), words: t`a day ago` },
    { at: back(24 * 7), words: t`a week ago` },
    { at: back(24 * 30), words: t`30 days ago, as long as they are kept` },
  ]
}
