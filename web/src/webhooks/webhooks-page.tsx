import type { WebhookEndpoint } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useProven } from '../session/fresh-proof.tsx'
import { NeedsRole } from '../session/needs-role.tsx'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { useEndpointWords } from './endpoint-words.ts'
import { SecretPanel } from './secret-panel.tsx'
import { Snippets } from './snippets.tsx'
import { endpointsQuery } from './webhook-queries.ts'
import styles from './webhooks.module.css'

/** The addresses to which events are sent. */
export function WebhooksPage() {
  const { t } = useLingui()
  const { workspace, mode } = useSession()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = !isAdding && isAtLeast(workspace.role, 'admin')
  return (
    <Page
      title={t`Webhooks`}
      lead={
        mode === 'test'
          ? t`We send what happens to your test data to your own server, as it happens.`
          : t`We send what happens here to your own server, as it happens.`
      }
      actions={
        mayAdd && (
          <Button
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
        <Endpoints isBare={isAdding} onAdd={() => setAdding(true)} />
      </NeedsRole>
    </Page>
  )
}

function NewEndpoint({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const proven = useProven()
  const { refetch } = useQuery(endpointsQuery(session))
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretPanel secret={secret} formerEnd={null} onDone={onDone} />
  return (
    <section className={card.card} aria-labelledby="new-endpoint" style={{ maxWidth: 840 }}>
      <h2 id="new-endpoint">{t`New endpoint`}</h2>
      <EndpointForm
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

function Endpoints({ isBare, onAdd }: { readonly isBare: boolean; readonly onAdd: () => void }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(endpointsQuery(useSession()))
  if (data === undefined)
    return error === null ? <Waiting /> : <Trouble error={error} onRetry={() => void refetch()} />
  if (data.length === 0)
    return isBare ? null : (
      <>
        <EmptyState title={t`No endpoints yet.`} actions={<Button onClick={onAdd}>{t`New endpoint`}</Button>}>
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
