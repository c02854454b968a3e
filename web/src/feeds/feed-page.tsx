import type { Feed } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefused } from '../session/query-client.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Confirm, Fault } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Form, useAction } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { useSearchParam } from '../ui/search-param.ts'
import { StateChip } from '../ui/state-mark.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toast } from '../ui/toasts.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { FeedItems } from './feed-items.tsx'
import { feedQuery, isRunning, useFeedsChanged } from './feed-queries.ts'
import { SettingsFields, settingsOf, toBody } from './feed-settings.tsx'
import { feedLook, sayNote, useFeedWords } from './feed-words.ts'
import styles from './feeds.module.css'

/** One feed: how it does, what became of its items, and what it is set to. */
export function FeedPage() {
  const { feed = '' } = useParams({ strict: false })
  return <OneFeed key={feed} id={feed} />
}

function OneFeed({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const session = useSession()
  const { data, error, refetch } = useQuery(feedQuery(session, id))
  const [wanted, setTab] = useSearchParam('tab')
  if (data === undefined)
    return (
      <Page title={t`Feed`}>
        {isRefused(error, 404) ? (
          <EmptyState
            title={t`This feed doesn't exist, or it isn't yours.`}
            actions={<Link to="/feeds">{t`All feeds`}</Link>}
          />
        ) : (
          error !== null && <Trouble error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { role } = session.workspace
  const mayChange =
    isAtLeast(role, 'editor') || (isAtLeast(role, 'author') && data.created_by === session.person.id)
  const tab = wanted === 'settings' && mayChange ? 'settings' : 'items'
  return (
    <Page title={data.title} lead={<Head feed={data} />} actions={mayChange && <Actions feed={data} />}>
      {data.problem !== null && (
        <section className={card.card} data-tone="brass" aria-label={t`The problem`}>
          <p>{sayNote(data.problem)}</p>
        </section>
      )}
      <Tabs
        label={t`Parts of the feed`}
        tabs={[
          { id: 'items', label: t`Items` },
          ...(mayChange ? [{ id: 'settings' as const, label: t`Settings` }] : []),
        ]}
        current={tab}
        onChange={(next) => setTab(next === 'items' ? null : next)}
      >
        {tab === 'items' && <FeedItems feed={data} mayChange={mayChange} />}
        {tab === 'settings' && <Settings feed={data} />}
      </Tabs>
    </Page>
  )
}

function Head({ feed }: { readonly feed: Feed }) {
  const { t } = useLingui()
  const words = useFeedWords()
  return (
    <span className={card.stack} style={{ gap: 4 }}>
      <span className={card.row}>
        <StateChip state={feedLook[feed.status]} words={words.statuses[feed.status]} />
        <code className={styles.address}>{feed.url}</code>
      </span>
      <span>{words.looks(feed)}</span>
      <span>
        <Link to="/feeds">{t`All feeds`}</Link>
      </span>
    </span>
  )
}

function Actions({ feed }: { readonly feed: Feed }) {
  const { t } = useLingui()
  const { api } = useSession()
  const navigate = useNavigate()
  const changed = useFeedsChanged()
  const [isDeleting, setDeleting] = useState(false)
  const isOn = isRunning(feed)
  const switching = useAction(async () => {
    await api.feeds.update(feed.id, { status: isOn ? 'paused' : 'active' })
    await changed()
    toast({ text: isOn ? t`The feed is paused.` : t`The feed is on.` })
  })
  const looking = useAction(async () => {
    await api.feeds.lookAt(feed.id)
    await changed()
    toast({ text: t`Looked.` })
  })
  const error = switching.error ?? looking.error
  return (
    <>
      {isOn && (
        <Button variant="default" aria-disabled={looking.isBusy} onClick={() => void looking.start()}>
          {looking.isBusy ? t`Looking…` : t`Look now`}
        </Button>
      )}
      <Button
        variant={isOn ? 'default' : 'filled'}
        aria-disabled={switching.isBusy}
        onClick={() => void switching.start()}
      >
        {isOn ? t`Pause` : t`Resume`}
      </Button>
      <Button variant="default" color="red" onClick={() => setDeleting(true)}>
        {t`Remove`}
      </Button>
      {error !== null && <Fault error={error} />}
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={t`Remove ‘${feed.title}’?`}
        keep={t`Keep it`}
        act={t`Remove it`}
        acting={t`Removing it…`}
        onAct={async () => {
          await api.feeds.delete(feed.id)
          await navigate({ to: '/feeds' })
          void changed()
        }}
      >
        <p>{t`Crier looks there no more. Posts that were made of its items stay.`}</p>
      </Confirm>
    </>
  )
}

function Settings({ feed }: { readonly feed: Feed }) {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useFeedsChanged()
  const [settings, setSettings] = useState(() => settingsOf(feed))
  const saving = useAction(async () => {
    await api.feeds.update(feed.id, toBody(settings))
    await changed()
    toast({ text: t`Saved.` })
  })
  return (
    <section className={card.card} aria-label={t`Settings`} style={{ maxWidth: 640 }}>
      <Form
        onSubmit={() => void saving.start()}
        error={saving.error}
        fields={['/caption', '/social_accounts', '/action']}
        actions={
          <Button type="submit" aria-disabled={saving.isBusy}>
            {saving.isBusy ? t`Saving…` : t`Save`}
          </Button>
        }
      >
        <SettingsFields settings={settings} onChange={setSettings} error={saving.error} />
        <p className={card.small}>{t`From the moment you save, its posts are made in your name.`}</p>
      </Form>
    </section>
  )
}
