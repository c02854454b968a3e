import type { WebhookEndpoint } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { Form, faultAt, useAction } from '../ui/form.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { EventChoice } from './event-choice.tsx'
import { type EventType, eventTypeOf } from './event-types.ts'

/** The parts of an endpoint that a person sets. */
export interface EndpointSettings {
  readonly url: string
  readonly description: string
  readonly events: readonly EventType[]
}

/** The parts that the person has changed and not saved yet. */
export type EditedSettings = Partial<EndpointSettings>

interface EndpointFormProps {
  /** The endpoint that is changed; left out for a new one. */
  readonly endpoint?: WebhookEndpoint
  readonly edited: EditedSettings
  readonly onEdit: (edited: EditedSettings) => void
  readonly act: string
  readonly acting: string
  readonly onSave: (settings: EndpointSettings) => Promise<void>
  readonly onCancel?: () => void
}

/** Asks where events are sent, and which. */
export function EndpointForm(props: EndpointFormProps) {
  const { endpoint, edited, onEdit, act, acting, onSave, onCancel } = props
  const { t } = useLingui()
  const {
    url = endpoint?.url ?? '',
    description = endpoint?.description ?? '',
    events = (endpoint?.events ?? []).map(eventTypeOf).filter((each) => each !== null),
  } = edited
  const saving = useAction(() => onSave({ url: url.trim(), description: description.trim(), events }))
  return (
    <Form
      onSubmit={() => void saving.start()}
      error={saving.error}
      fields={['/url', '/description']}
      actions={
        <>
          <Button type="submit" aria-disabled={saving.isBusy}>
            {saving.isBusy ? acting : act}
          </Button>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              {t`Cancel`}
            </Button>
          )}
        </>
      }
    >
      <TextInput
        label={t`Address`}
        description={t`An https address that anybody on the internet can reach. Redirects are not followed.`}
        placeholder="https://example.org/hooks/crier"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={endpoint === undefined}
        value={url}
        onChange={(event) => onEdit({ ...edited, url: event.currentTarget.value })}
        error={faultAt(saving.error, '/url')}
      />
      <TextInput
        label={t`Note`}
        description={t`For yourself, such as which system listens there. It may stay empty.`}
        value={description}
        onChange={(event) => onEdit({ ...edited, description: event.currentTarget.value })}
        error={faultAt(saving.error, '/description')}
      />
      <EventChoice events={events} onChange={(next) => onEdit({ ...edited, events: next })} />
    </Form>
  )
}
