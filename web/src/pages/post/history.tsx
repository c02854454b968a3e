import type { PostVersion, PostWithResults } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import styles from './post.module.css'

/** Who changed the post, when, and what it said before. */
export function History({ post }: { readonly post: PostWithResults }) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [...scope, 'posts', post.id, 'versions'],
    enabled: isOpen,
    queryFn: ({ signal }) => api.posts.listVersions(post.id, { signal }),
  })
  return (
    <section className={styles.section}>
      <div className={styles.row}>
        <h2>{t`History`}</h2>
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t`Hide` : t`Show`}
        </Button>
      </div>
      {isOpen && error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {isOpen && data !== undefined && <Versions versions={data.data} post={post} />}
    </section>
  )
}

function Versions({
  versions,
  post,
}: {
  readonly versions: readonly PostVersion[]
  readonly post: PostWithResults
}) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const fields = useFieldWords()
  return (
    <ol className={styles.attempts}>
      {versions.map(({ version, changed, changed_at: at, by, text }) => (
        <li key={version}>
          <p>
            <time dateTime={at}>{format.exact(at)}</time> {by.name ?? t`Crier`} ·{' '}
            {t`changed ${changed.map(fields).join(', ')}`}
          </p>
          {changed.includes('caption') && <p className={styles.words}>{t`Before: “${text}”`}</p>}
        </li>
      ))}
      <li>
        <time dateTime={post.created_at}>{format.exact(post.created_at)}</time> {t`Created`}
      </li>
    </ol>
  )
}

function useFieldWords(): (field: string) => string {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = {
    caption: t`the text`,
    media: t`the media`,
    social_accounts: t`the accounts`,
    scheduled_at: t`the time`,
    platform_configurations: t`options of networks`,
    account_configurations: t`the words of single accounts`,
    tags: t`the tags`,
  }
  return (field) => words[field] ?? field.replaceAll('_', ' ')
}
