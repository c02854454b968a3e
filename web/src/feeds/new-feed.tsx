import type { FeedCheck } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { Form, faultAt, useAction } from '../ui/form.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { FeedPreview } from './feed-preview.tsx'
import { type FeedSettings, SettingsFields, toBody, usualSettings } from './feed-settings.tsx'
import styles from './feeds.module.css'

/** The feed of test data, inside the server. */
const sample = 'http://sandbox.internal/feed.json'
/** A person who has stopped typing has written what they meant. */
const restMs = 700

interface NewFeedProps {
  readonly onDone: () => void
  readonly onAdded: () => Promise<void>
}

/** Adds a feed: its address first, then what becomes of its items, beside how the newest of them would look. */
export function NewFeed({ onDone, onAdded }: NewFeedProps) {
  const { t } = useLingui()
  const { api, mode } = useSession()
  const [url, setUrl] = useState('')
  const [settings, setSettings] = useState(usualSettings)
  const [newest, setNewest] = useState('0')
  const { asked, check, ask } = useCheck({ url, accounts: settings.accounts, caption: settings.caption })
  const adding = useAction(async () => {
    await api.feeds.create({ url: asked ?? url.trim(), ...toBody(settings), newest: Number(newest) })
    await onAdded()
    onDone()
  })
  const { data: known } = check
  const isKnown = known !== undefined
  const error = adding.error ?? check.error
  const lookAt = (address: string) => {
    setUrl(address)
    ask(address)
  }
  return (
    <section className={card.card} aria-labelledby="new-feed">
      <h2 id="new-feed">{t`New feed`}</h2>
      <Form
        onSubmit={() => (isKnown ? void adding.start() : ask(url))}
        error={error}
        fields={['/url', '/caption', '/social_accounts', '/action']}
        actions={
          <>
            <Button type="submit" aria-disabled={adding.isBusy || check.isFetching}>
              {adding.isBusy
                ? t`Adding it…`
                : isKnown
                  ? t`Add feed`
                  : check.isFetching
                    ? t`Reading…`
                    : t`Look at it`}
            </Button>
            <Button variant="default" onClick={onDone}>
              {t`Cancel`}
            </Button>
          </>
        }
      >
        <TextInput
          label={t`Address`}
          description={t`Of a feed, or of a page that has one: a blog, a channel, a podcast.`}
          placeholder="https://example.org/blog"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={faultAt(error, '/url')}
        />
        {mode === 'test' && url === '' && (
          <p className={card.soft}>
            {t`Test data read one feed, which lives inside your Crier.`}{' '}
            <button type="button" className={styles.field} onClick={() => lookAt(sample)}>
              {t`Use the sample`}
            </button>
          </p>
        )}
        {known !== undefined && (
          <KnownFeed
            check={known}
            settings={settings}
            onChange={setSettings}
            newest={newest}
            onNewest={setNewest}
            error={error}
            onOther={lookAt}
          />
        )}
      </Form>
    </section>
  )
}

interface KnownFeedProps {
  readonly check: FeedCheck
  readonly settings: FeedSettings
  readonly onChange: (settings: FeedSettings) => void
  readonly newest: string
  readonly onNewest: (newest: string) => void
  readonly error: unknown
  /** Told of another feed of the same page. */
  readonly onOther: (url: string) => void
}

/** The settings of a feed that was read, beside its newest item as a post. */
function KnownFeed({ check, settings, onChange, newest, onNewest, error, onOther }: KnownFeedProps) {
  const { t } = useLingui()
  return (
    <div className={styles.halves}>
      <div className={card.stack}>
        <SettingsFields settings={settings} onChange={onChange} error={error} />
        <NativeSelect
          label={t`Items that are there already`}
          value={newest}
          data={[
            { value: '0', label: t`Leave it be` },
            { value: '1', label: t`Post the newest item` },
            { value: '3', label: t`Post the newest 3 items` },
            { value: '10', label: t`Post the newest 10 items` },
          ]}
          onChange={(event) => onNewest(event.currentTarget.value)}
        />
      </div>
      <FeedPreview check={check} onOther={onOther} />
    </div>
  )
}

interface Draft {
  readonly url: string
  readonly accounts: readonly string[]
  readonly caption: string
}

/**
 * Reads the feed at an address that was asked for, and again with its settings once these have rested. A fault of a setting
 * leaves what is known of the feed.
 */
function useCheck({ url, accounts, caption }: Draft) {
  const { api, scope } = useSession()
  const [asked, setAsked] = useState<string | null>(null)
  const rested = useRested(caption)
  const isAsked = asked !== null && asked === url.trim()
  const common = { staleTime: 60_000, retry: false, refetchOnWindowFocus: false }
  const feed = useQuery({
    ...common,
    queryKey: [...scope, 'feed-check', asked],
    enabled: isAsked,
    queryFn: ({ signal }) => api.feeds.check({ url: asked ?? '' }, { signal }),
  })
  const posts = useQuery({
    ...common,
    queryKey: [...scope, 'feed-check', asked, accounts, rested],
    enabled: isAsked && feed.data !== undefined && accounts.length > 0 && rested.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.feeds.check({ url: asked ?? '', caption: rested, social_accounts: [...accounts] }, { signal }),
  })
  return {
    asked: isAsked ? asked : null,
    check: {
      data: isAsked && feed.data ? { ...feed.data, previews: posts.data?.previews ?? [] } : undefined,
      error: isAsked ? (feed.error ?? posts.error) : null,
      isFetching: feed.isFetching,
    },
    ask: (wanted: string) => setAsked(wanted.trim()),
  }
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
