import type { AuditEntry } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isRefused } from '../../session/query-client.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { useDeviceName } from '../security/device-name.ts'
import styles from './audit.module.css'
import { type AuditFilters, useAuditFilters, writeFilters } from './audit-filters.ts'
import type { ToldEntry } from './told-entry.ts'

/** Everything that an entry holds, and the ways to others like it. */
export function EntryDetails({ entry, actor, subject }: ToldEntry) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { actor: by, subject: on, ip, user_agent: agent, details, mode } = entry
  const device = useDeviceName()
  const members = Object.entries(details)
  const isPost = on.kind === 'post' || on.kind === 'post_result'
  return (
    <dl className={styles.details}>
      <Fact name={t`When`}>
        {t`${format.exact(entry.created_at)} in ${format.place}`} <code>{entry.created_at}</code>
      </Fact>
      <Fact name={t`Who`} only={by.id === null ? { actor: by.kind } : { actor: by.id }}>
        {actor.name}
        {actor.about !== null && actor.about !== '' && <> · {actor.about}</>}{' '}
        {by.id !== null && <code>{by.id}</code>}
      </Fact>
      <Fact name={t`What`} only={{ action: entry.action }}>
        <code>{entry.action}</code>
      </Fact>
      {on.id !== null && (
        <Fact name={t`About`} only={{ subject: on.id }}>
          {subject.name !== null && !isPost && <>{subject.name} </>}
          {isPost && <Excerpt entry={entry} />} <code>{on.id}</code>
        </Fact>
      )}
      <Fact name={t`From`} {...(ip !== null && { only: { ip } })}>
        {ip === null ? t`The server itself` : <code>{ip}</code>}
        {agent !== null && (
          <>
            {' '}
            {device(agent) !== agent && device(agent)} <code>{agent}</code>
          </>
        )}
      </Fact>
      <Fact name={t`Data`}>
        {mode === null ? t`Live and test data` : mode === 'live' ? t`Live data` : t`Test data`}
      </Fact>
      <Fact name={t`Sent`}>{members.length === 0 ? t`Nothing that is kept.` : <Members of={members} />}</Fact>
      <Fact name={t`Entry`}>
        <code>{entry.id}</code>
      </Fact>
    </dl>
  )
}

interface FactProps {
  readonly name: string
  /** The filter that leaves the entries with this fact. */
  readonly only?: Partial<AuditFilters>
  readonly children: ReactNode
}

function Fact({ name, only, children }: FactProps) {
  const { t } = useLingui()
  const { filters } = useAuditFilters()
  const narrowed: AuditFilters = { ...filters, ...only }
  const isNarrower = JSON.stringify(writeFilters(narrowed)) !== JSON.stringify(writeFilters(filters))
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {isNarrower && (
          <Link to="/settings/audit" search={writeFilters(narrowed) as never} className={styles.only}>
            {t`Show only these`}
            <span className="hidden-text"> {name}</span>
          </Link>
        )}
      </dd>
    </>
  )
}

/** The members that were sent. A value that the log keeps to itself reads “hidden”. */
function Members({ of: members }: { readonly of: readonly (readonly [string, unknown])[] }) {
  const { t } = useLingui()
  return (
    <span className={styles.members}>
      {members.map(([name, value]) => (
        <span key={name}>
          <code>{name}</code>
          {isKept(value) ? <span>{write(value)}</span> : <em>{value === 'hidden' ? t`hidden` : '–'}</em>}
        </span>
      ))}
    </span>
  )
}

/** Whether a value says something: it is not hidden, and not empty. */
function isKept(value: unknown): boolean {
  return value !== 'hidden' && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function write(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

/** The beginning of the post that an entry is about, with a way to it. */
function Excerpt({ entry: { subject } }: { readonly entry: AuditEntry }) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const id = subject.id ?? ''
  const result = useQuery({
    queryKey: [...scope, 'posts', 'result', id],
    enabled: subject.kind === 'post_result',
    queryFn: ({ signal }) => api.postResults.get(id, { signal }),
  })
  const post = subject.kind === 'post' ? id : result.data?.post_id
  const { data, error } = useQuery({
    queryKey: [...scope, 'posts', 'one', post],
    enabled: post !== undefined,
    queryFn: ({ signal }) => api.posts.get(post ?? '', {}, { signal }),
  })
  if (isRefused(error ?? result.error, 404)) return t`It is gone.`
  if (data === undefined || post === undefined) return '…'
  const line = data.caption.split('\n').find((each) => each.trim() !== '')
  return (
    <Link to="/posts/$post" params={{ post }}>
      {line ?? t`No text`}
    </Link>
  )
}
