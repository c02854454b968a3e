import type { Fit, MediaDetail } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconArrowsExchange, IconBan, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useAccountsById, usePlatformsByName } from '../data/accounts.ts'
import { fitsOf } from '../media/media-queries.ts'
import { useSession } from '../session/session.ts'
import { NetworkMark } from '../ui/network-mark.tsx'
import { Trouble } from '../ui/trouble.tsx'
import styles from './medium.module.css'

/** The outcome of a medium for each connected account. */
export function Fits({ medium }: { readonly medium: MediaDetail }) {
  const { t } = useLingui()
  const session = useSession()
  const fits = useQuery({ ...fitsOf(session, medium.id), enabled: medium.status === 'ready' })
  const accounts = useAccountsById()
  const platforms = usePlatformsByName()
  const rows = fits.data?.data ?? []
  return (
    <section className={styles.part} aria-labelledby="fits-words">
      <h2 id="fits-words">{t`What each network gets`}</h2>
      {fits.error !== null && <Trouble error={fits.error} onRetry={() => void fits.refetch()} />}
      {fits.data !== undefined && rows.length === 0 && (
        <p className={styles.quiet}>
          {t`No account is connected.`} <Link to="/accounts">{t`Connect one`}</Link>
        </p>
      )}
      <ul className={styles.rows}>
        {rows.map((fit) => (
          <FitRow
            key={`${fit.platform} ${fit.placement} ${fit.social_account_ids[0]}`}
            fit={fit}
            icon={platforms.get(fit.platform)?.icon_url}
            names={fit.social_account_ids
              .map((id) => accounts.get(id)?.username)
              .filter((name) => name !== undefined)}
          />
        ))}
      </ul>
    </section>
  )
}

interface FitRowProps {
  readonly fit: Fit
  readonly icon: string | undefined
  readonly names: readonly string[]
}

const marks = { as_it_is: IconCheck, changed: IconArrowsExchange, refused: IconBan } as const

function FitRow({ fit, icon, names }: FitRowProps) {
  const { t } = useLingui()
  const Mark = marks[fit.outcome]
  const words = { as_it_is: t`As it is`, changed: t`Changed to fit`, refused: t`Not taken` }[fit.outcome]
  return (
    <li className={styles.fit} data-outcome={fit.outcome}>
      <span className={styles.fitHead}>
        {icon !== undefined && <NetworkMark iconUrl={icon} name="" />}
        <strong>{fit.name}</strong>
        {fit.placement !== null && <span className={styles.placement}>{fit.placement}</span>}
        <span className={styles.accounts}>{names.map((name) => `@${name}`).join(', ')}</span>
        <span className={styles.outcome}>
          <Mark size={16} stroke={1.75} aria-hidden="true" />
          {words}
        </span>
      </span>
      {fit.outcome !== 'as_it_is' && <span className={styles.summary}>{summaryOf(fit)}</span>}
      {fit.warnings.map(({ code, detail, ...told }) => (
        <span key={code} className={styles.summary}>
          {translateServerSentence(detail, told)}
        </span>
      ))}
    </li>
  )
}

/** The changes that are made to the file, or why it is not taken. */
function summaryOf({ change, problems }: Fit): string {
  const told = problems.length > 0 ? problems : (change?.steps ?? [])
  return told.map(({ detail, ...parts }) => translateServerSentence(detail, parts)).join(' ')
}
