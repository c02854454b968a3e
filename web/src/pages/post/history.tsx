import type { PostVersion, PostWithResults } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Aside, readAsides } from '../../composer/drafts/asides.ts'
import { keepAsNew } from '../../composer/drafts/keep-as-new.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { type Decision, decisionsQuery, OneDecision } from './history-decisions.tsx'
import styles from './post.module.css'

/** Who changed the post, when, and what it said before. */
export function History({ post }: { readonly post: PostWithResults }) {
  const { t } = useLingui()
  const { api, scope, workspace, mode } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [...scope, 'posts', post.id, 'versions'],
    enabled: isOpen,
    queryFn: ({ signal }) => api.posts.listVersions(post.id, { signal }),
  })
  const decisions = useQuery({ ...decisionsQuery(api, scope, post.id), enabled: isOpen })
  const asides = useQuery({
    queryKey: [...scope, 'posts', post.id, 'asides'],
    enabled: isOpen,
    queryFn: () => readAsides(workspace.id, mode, post.id),
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
      {isOpen && data !== undefined && (
        <Versions
          versions={data.data}
          asides={asides.data ?? []}
          decisions={decisions.data ?? []}
          post={post}
        />
      )}
    </section>
  )
}

interface VersionsProps {
  readonly versions: readonly PostVersion[]
  /** The versions that only this device has. */
  readonly asides: readonly Aside[]
  readonly decisions: readonly Decision[]
  readonly post: PostWithResults
}

function Versions({ versions, asides, decisions, post }: VersionsProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const entries = [
    ...versions.map((version) => ({
      at: Date.parse(version.changed_at),
      entry: <OneVersion key={version.version} version={version} />,
    })),
    ...decisions.map((decision) => ({
      at: Date.parse(decision.at),
      entry: <OneDecision key={decision.id} decision={decision} />,
    })),
    ...asides.map((aside) => ({ at: aside.at, entry: <OneAside key={`aside ${aside.at}`} aside={aside} /> })),
  ]
  return (
    <ol className={styles.attempts}>
      {entries.toSorted((one, other) => other.at - one.at).map(({ entry }) => entry)}
      <li>
        <time dateTime={post.created_at}>{format.exact(post.created_at)}</time> {t`Created`}
      </li>
    </ol>
  )
}

function OneVersion({ version: { changed, changed_at: at, by, text } }: { readonly version: PostVersion }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const fields = useFieldWords()
  return (
    <li>
      <p>
        <time dateTime={at}>{format.exact(at)}</time> {by.name ?? t`Crier`} ·{' '}
        {t`changed ${changed.map(fields).join(', ')}`}
      </p>
      {changed.includes('caption') && <p className={styles.words}>{t`Before: “${text}”`}</p>}
    </li>
  )
}

function OneAside({ aside: { at, whose, content } }: { readonly aside: Aside }) {
  const { t } = useLingui()
  const session = useSession()
  const format = useTimeFormat()
  const navigate = useNavigate()
  const { caption } = content
  const takeUp = async () => {
    const draft = await keepAsNew(session, content)
    await navigate({ to: '/posts/new', search: { draft } as never })
  }
  return (
    <li>
      <p>
        <time dateTime={new Date(at).toISOString()}>{format.exact(at)}</time>{' '}
        {whose === 'mine'
          ? t`Your version, not taken · only on this device`
          : t`The other version, not taken · only on this device`}
      </p>
      {caption !== '' && <p className={styles.aside}>{caption}</p>}
      <div className={styles.row}>
        {caption !== '' && <CopyButton text={caption} what={t`the text of this version`} />}
        <Button variant="default" onClick={() => void takeUp()}>{t`Use as a new draft`}</Button>
      </div>
    </li>
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
