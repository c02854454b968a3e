import type { WebhookEndpoint } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { useProven } from '../session/fresh-proof.tsx'
import { NeedsRole } from '../session/needs-role.tsx'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { Waiting } from '../ui/waiting.tsx'
import { type EditedSettings, EndpointForm } from './endpoint-form.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { useEndpointWords } from './endpoint-words.ts'
import { SecretPanel } from './secret-panel.tsx'
import { Snippets } from './snippets.tsx'
import { endpointsQuery } from './webhook-queries.ts'
import styles from './webhooks.module.css'

/** The addresses to which events are sent. */
export function WebhooksPage() {
  const { t } = useLingui()
  const session = useSession()
  const { workspace, mode } = session
  const [isAdding, setAdding] = useState(false)
  const opener = useOpener(isAdding)
  const mayAdd = isAtLeast(workspace.role, 'admin')
  const { data: endpoints = [] } = useQuery({ ...endpointsQuery(session), enabled: mayAdd })
  return (
    <Page
      title={t`Webhooks`}
      lead={
        mode === 'test'
          ? t`We send what happens to your test data to your own server, as it happens.`
          : t`We send what happens here to your own server, as it happens.`
      }
      actions={
        // Where there is none, the button stands in the words about that.
        endpoints.length > 0 &&
        !isAdding && (
          <Button
            ref={opener}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t`New endpoint`}
          </Button>
        )
      }
    >
      <NeedsRole least="admin" about={t`Webhooks tell your own systems what happens here.`}>
        {isAdding && <NewEndpoint onDone={() => setAdding(false)} />}
        <Endpoints isBare={isAdding} opener={opener} onAdd={() => setAdding(true)} />
      </NeedsRole>
    </Page>
  )
}

function NewEndpoint({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const proven = useProven()
  const { refetch } = useQuery(endpointsQuery(session))
  const [edited, setEdited] = useState<EditedSettings>({})
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretPanel secret={secret} formerEnd={null} onDone={onDone} />
  return (
    <section className={card.card} aria-labelledby="new-endpoint" style={{ maxWidth: 840 }}>
      <h2 id="new-endpoint">{t`New endpoint`}</h2>
      <EndpointForm
        edited={edited}
        onEdit={setEdited}
        act={t`Add endpoint`}
        acting={t`Adding it…`}
        onCancel={onDone}
        onSave={async (settings) => {
          const made = await proven(() => session.api.webhookEndpoints.create(settings))
          setSecret(made.secret)
          void refetch()
        }}
      />
    </section>
  )
}

interface EndpointsProps {
  /** Nothing is said about there being none while one is added. */
  readonly isBare: boolean
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onAdd: () => void
}

function Endpoints({ isBare, opener, onAdd }: EndpointsProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(endpointsQuery(useSession()))
  if (data === undefined)
    return error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />
  if (data.length === 0)
    return isBare ? null : (
      <>
        <EmptyState
          title={t`No endpoints yet.`}
          actions={<Button ref={opener} onClick={onAdd}>{t`New endpoint`}</Button>}
        >
          {t`Give us an address of your server, and it hears of every post that goes out, fails or asks for you.`}
        </EmptyState>
        <section className={card.stack} aria-labelledby="verify">
          <h2 id="verify">{t`Verify what arrives`}</h2>
          <p className={card.soft}>
            {t`Each request is signed as Standard Webhooks describe, so any library for them verifies it.`}
          </p>
          <Snippets />
        </section>
      </>
    )
  return (
    <ul className={styles.endpoints}>
      {data.map((endpoint) => (
        <li key={endpoint.id}>
          <EndpointRow endpoint={endpoint} />
        </li>
      ))}
    </ul>
  )
}

function EndpointRow({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const words = useEndpointWords()
  const { id, url, events, description, status } = endpoint
  const isOff = status === 'disabled'
  const which =
    events.length === 0
      ? t`Everything`
      : plural(events.length, { one: '# type of event', other: '# types of events' })
  return (
    <Link to="/build/webhooks/$endpoint" params={{ endpoint: id }} className={styles.endpoint}>
      <span className={styles.address}>{url}</span>
      <span className={styles.state}>
        <EndpointState endpoint={endpoint} />
      </span>
      <span className={card.small}>
        {[description, which, isOff ? words.kept(endpoint) : words.health(endpoint)]
          .filter((each) => each !== '')
          .join(' · ')}
      </span>
    </Link>
  )
}
