import type { WebhookEndpoint } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { NeedsRole } from '../session/needs-role.tsx'
import { isRefused } from '../session/query-client.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Fault } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAction } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { Tabs } from '../ui/tabs.tsx'
import { toast } from '../ui/toasts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { isAddress } from '../ui/web-address.ts'
import { Deliveries } from './deliveries.tsx'
import type { EditedSettings } from './endpoint-form.tsx'
import { EndpointSettingsTab } from './endpoint-settings.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { useEndpointWords } from './endpoint-words.ts'
import { ResendSinceDialog } from './resend-since-dialog.tsx'
import { TestTab, useWebhookTest } from './test-tab.tsx'
import { endpointQuery } from './webhook-queries.ts'

const tabs = ['deliveries', 'settings', 'test'] as const
type Tab = (typeof tabs)[number]

/** One endpoint: what it was sent, how it is set, and a test of it. */
export function EndpointPage() {
  const { t } = useLingui()
  const { endpoint = '' } = useParams({ strict: false })
  return (
    <NeedsRole
      least="admin"
      title={t`Webhook endpoint`}
      about={t`Webhooks tell your own systems what happens here.`}
    >
      <Endpoint key={endpoint} id={endpoint} />
    </NeedsRole>
  )
}

function Endpoint({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(endpointQuery(useSession(), id))
  const [wanted, setTab] = useSearchParam('tab')
  // The moment since which deliveries are offered again, once the endpoint was switched on.
  const [offSince, setOffSince] = useState<string | null>(null)
  const [edited, setEdited] = useState<EditedSettings>({})
  const test = useWebhookTest(id)
  const tab = tabs.find((each) => each === wanted) ?? 'deliveries'
  if (data === undefined)
    return (
      <Page title={t`Webhook endpoint`}>
        {isRefused(error, 404) ? (
          <EmptyState
            title={t`This endpoint doesn't exist, or it isn't yours.`}
            actions={<Link to="/build/webhooks">{t`All endpoints`}</Link>}
          />
        ) : (
          error !== null && <Trouble error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const names: Readonly<Record<Tab, string>> = {
    deliveries: t`Deliveries`,
    settings: t`Settings`,
    test: t`Test`,
  }
  return (
    <Page title={hostOf(data.url)} lead={<Head endpoint={data} />}>
      {data.status === 'disabled' && (
        <OffPanel
          endpoint={data}
          onTest={() => {
            setTab('test')
            void test.sending.start()
          }}
          onEnabled={setOffSince}
        />
      )}
      {offSince !== null && (
        <ResendSinceDialog endpoint={data} since={offSince} onClose={() => setOffSince(null)} />
      )}
      <Tabs
        label={t`Parts of the endpoint`}
        tabs={tabs.map((each) => ({ id: each, label: names[each] }))}
        current={tab}
        onChange={(next) => setTab(next === 'deliveries' ? null : next)}
      >
        {tab === 'deliveries' && <Deliveries endpoint={data} />}
        {tab === 'settings' && <EndpointSettingsTab endpoint={data} edited={edited} onEdit={setEdited} />}
        {tab === 'test' && <TestTab endpoint={data} test={test} />}
      </Tabs>
    </Page>
  )
}

function Head({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const words = useEndpointWords()
  return (
    <span className={card.stack} style={{ gap: 4 }}>
      <span className={card.row}>
        <EndpointState endpoint={endpoint} />
        <code>{endpoint.url}</code>
      </span>
      {endpoint.status === 'enabled' && <span>{words.health(endpoint)}</span>}
      <span>
        <Link to="/build/webhooks">{t`All endpoints`}</Link>
      </span>
    </span>
  )
}

interface OffPanelProps {
  readonly endpoint: WebhookEndpoint
  readonly onTest: () => void
  /** Told since when deliveries were kept, where there are any. */
  readonly onEnabled: (since: string | null) => void
}

/** An endpoint that is off: why, what is kept, and the way back, which begins with a test. */
function OffPanel({ endpoint, onTest, onEnabled }: OffPanelProps) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  const words = useEndpointWords()
  const enabling = useAction(async () => {
    await api.webhookEndpoints.enable(endpoint.id)
    await client.invalidateQueries({ queryKey: [...scope, 'webhooks'] })
    void client.invalidateQueries({ queryKey: [...scope, 'attention'] })
    toast({ text: t`The endpoint is on.` })
    if (endpoint.kept_deliveries > 0) onEnabled(endpoint.disabled_at)
  })
  // A person who switched it off knows why; the others are waited for.
  const tone = endpoint.disabled_reason === 'person' ? undefined : 'brass'
  return (
    <section className={card.card} data-tone={tone} aria-label={t`The endpoint is off`}>
      <p>
        {words.off(endpoint)} {words.kept(endpoint)}
      </p>
      {enabling.error !== null && <Fault error={enabling.error} />}
      <div className={card.row}>
        <Button variant="default" onClick={onTest}>
          {t`Send a test`}
        </Button>
        <Button aria-disabled={enabling.isBusy} onClick={() => void enabling.start()}>
          {enabling.isBusy ? t`Switching it on…` : t`Switch on`}
        </Button>
      </div>
    </section>
  )
}

function hostOf(url: string): string {
  return isAddress(url) ? new URL(url).host : url
}
