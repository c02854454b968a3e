import type { Media } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type NamedAccount, useAccountsById, useNamedAccounts } from '../../data/accounts.ts'
import { MediumPicture } from '../../media/medium-picture.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NetworkMark } from '../../ui/network-mark.tsx'
import styles from './drafts.module.css'

interface DraftCardProps {
  /** The composer of the draft: that of a post the server knows, or of one that only this device has. */
  readonly to: { readonly post: string } | { readonly draft: string }
  readonly caption: string
  /** Its first medium; undefined until it is known. */
  readonly medium: Media | undefined
  readonly mediaCount: number
  readonly accounts: readonly string[]
  /** Words that come before anything else about it. */
  readonly note?: ReactNode
  /** Whose it is, its time and its age. */
  readonly facts: ReactNode
  readonly onDelete: () => void
}

/** A draft in the list: its first words and picture, where it goes, and the way to throw it away. */
export function DraftCard(props: DraftCardProps) {
  const { t } = useLingui()
  const { to, caption, medium, mediaCount, accounts, note, facts, onDelete } = props
  const words = caption === '' ? t`Without words yet` : caption.slice(0, 280)
  return (
    <li className={styles.draft}>
      <div className={styles.head}>
        {'post' in to ? (
          <Link to="/posts/$post/edit" params={to} className={styles.words} dir="auto">
            {words}
          </Link>
        ) : (
          <Link to="/posts/new" search={to as never} className={styles.words} dir="auto">
            {words}
          </Link>
        )}
        {mediaCount > 0 && <Picture medium={medium} count={mediaCount} />}
      </div>
      {note}
      <footer className={styles.foot}>
        <div className={styles.about}>
          <Accounts ids={accounts} />
          <span>{facts}</span>
        </div>
        <IconButton aria-label={`${t`Delete`} ${words.slice(0, 80)}`} title={t`Delete`} onClick={onDelete}>
          <IconTrash size={18} stroke={1.75} />
        </IconButton>
      </footer>
    </li>
  )
}

function Picture({ medium, count }: { readonly medium: Media | undefined; readonly count: number }) {
  return (
    <div className={styles.picture}>
      {medium !== undefined && (
        <MediumPicture medium={medium} focus={medium.focus} crop={medium.crop} alt="" />
      )}
      <span className="hidden-text">{plural(count, { one: '# attachment', other: '# attachments' })}</span>
      {count > 1 && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </div>
  )
}

const mostAccounts = 2

/** The first accounts by their names, and how many more there are. */
function Accounts({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useLingui()
  const named = useNamedAccounts()
  const isKnown = useAccountsById().size > 0
  if (ids.length === 0) return null
  const accounts = ids.map((id): NamedAccount => {
    const each = named(id)
    return isKnown && each.account === null ? { ...each, handle: t`An account that is gone` } : each
  })
  const further = accounts.slice(mostAccounts)
  return (
    <ul className={styles.accounts}>
      {accounts.slice(0, mostAccounts).map((each, index) => (
        <Account key={each.account?.id ?? index} {...each} />
      ))}
      {further.length > 0 && (
        <li>
          <span aria-hidden="true">+{further.length}</span>
          <span className="hidden-text">
            {further.map(({ network, handle }) => `${network} ${handle}`).join(', ')}
          </span>
        </li>
      )}
    </ul>
  )
}

function Account({ platform, handle }: NamedAccount) {
  if (platform === null) return <li className={styles.handle}>{handle}</li>
  return (
    <li className={styles.account}>
      <NetworkMark iconUrl={platform.icon_url} name={platform.name} />
      {handle !== platform.name && <span className={styles.handle}>{handle}</span>}
    </li>
  )
}
