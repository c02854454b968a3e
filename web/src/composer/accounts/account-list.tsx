import type { SocialAccount } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Fragment, memo, useMemo, useState } from 'react'
import { manyAccounts } from '../../accounts/many-accounts.ts'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { NetworkMark } from '../../ui/network-mark.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useDesk } from '../desk.ts'
import { type Verdict, verdictsOf } from '../problems.ts'
import { useSlice } from '../store.ts'
import { accountLabel } from '../variant.ts'
import type { Finding } from './account-finder.tsx'
import styles from './account-list.module.css'

const AccountGroups = lazyPart(() => import('./account-groups.tsx'), 'AccountGroups')
const AccountFinder = lazyPart(() => import('./account-finder.tsx'), 'AccountFinder')
const NoAccounts = lazyPart(() => import('./no-accounts.tsx'), 'NoAccounts')
// Hardly any post names an account that was disconnected.
const GoneAccount = lazyPart(() => import('./gone-account.tsx'), 'GoneAccount')

/** The accounts of the workspace, each with its verdict about what the composer holds. */
export function AccountList() {
  const { t } = useLingui()
  const desk = useDesk()
  const { accounts, platforms } = useSlice(desk.places, (places) => places)
  const chosen = useSlice(desk.content, (content) => content.accounts)
  const findings = useSlice(desk.findings, (findings) => findings)
  const verdicts = useMemo(() => verdictsOf(findings), [findings])
  const all = useOrder([...accounts.values()], chosen)
  const [finding, setFinding] = useState<Finding | null>(null)
  const shown = finding ? all.filter(finding.means) : all
  const gone = useGone(chosen, accounts)
  const toggle = (id: string) =>
    desk.content.change((content) => ({
      ...content,
      accounts: content.accounts.includes(id)
        ? content.accounts.filter((each) => each !== id)
        : [...content.accounts, id],
    }))
  const setAll = (ids: readonly string[]) => desk.content.change((content) => ({ ...content, accounts: ids }))
  const none = all.length === 0 && (
    <Late>
      <NoAccounts hasGone={gone.length > 0} />
    </Late>
  )
  if (none && gone.length === 0) return none
  const active = all.filter(({ status }) => status === 'active')
  return (
    <section aria-labelledby="composer-accounts-title" className={styles.accounts}>
      <header className={styles.head}>
        <h2 id="composer-accounts-title" className={styles.title}>{t`Accounts`}</h2>
        <AllButton shown={shown} chosen={chosen} isSome={finding !== null} onChoose={setAll} />
      </header>
      {(finding || all.length > manyAccounts) && (
        <div className={styles.finder}>
          <Late isSpare>
            <AccountFinder accounts={all} chosen={chosen} onFind={setFinding} />
          </Late>
        </div>
      )}
      {active.some(({ tags }) => tags.length > 0) && (
        <div className={styles.groups}>
          <Late>
            <AccountGroups accounts={active} chosen={chosen} onChoose={setAll} />
          </Late>
        </div>
      )}
      <ul id="composer-accounts" className={styles.list}>
        {shown.map((account) => (
          <Account
            key={account.id}
            account={account}
            platform={platforms.get(account.platform)?.name ?? account.platform}
            iconUrl={platforms.get(account.platform)?.icon_url ?? ''}
            isChosen={chosen.includes(account.id)}
            problems={verdicts.get(account.id)?.problems ?? null}
            needsMedia={verdicts.get(account.id)?.needsMedia ?? false}
            onToggle={toggle}
          />
        ))}
        <Late>
          {!finding &&
            gone.map((id) => (
              <GoneAccount key={id} id={id} isChosen={chosen.includes(id)} onToggle={toggle} />
            ))}
        </Late>
      </ul>
      {none}
    </section>
  )
}

interface AllButtonProps {
  readonly shown: readonly SocialAccount[]
  readonly chosen: readonly string[]
  /** Whether these are some of all accounts; the others then stay as they are. */
  readonly isSome: boolean
  readonly onChoose: (ids: readonly string[]) => void
}

/** It chooses the accounts that one sees, or none of them. */
function AllButton({ shown, chosen, isSome, onChoose }: AllButtonProps) {
  const { t } = useLingui()
  const usable = shown.filter(({ status }) => status === 'active').map(({ id }) => id)
  if (usable.length < 2) return null
  const others = isSome ? chosen.filter((id) => !usable.includes(id)) : []
  const isAll = usable.every((id) => chosen.includes(id))
  return (
    <button
      type="button"
      className={styles.all}
      onClick={() => onChoose(isAll ? others : [...others, ...usable])}
    >
      {isAll ? t`None` : t`All`}
    </button>
  )
}

/** The accounts in their order. A phone has room for two or three, so those that are chosen when the page opens come first. */
function useOrder(all: readonly SocialAccount[], chosen: readonly string[]): readonly SocialAccount[] {
  const isPhone = useMedia('(width < 768px)')
  // An account that is pressed stays where it was pressed.
  const [first] = useState(chosen)
  if (!isPhone) return all
  const isFirst = ({ id }: SocialAccount) => first.includes(id)
  return [...all.filter(isFirst), ...all.filter((account) => !isFirst(account))]
}

/** The accounts that a post names and that are not connected any more. One that is taken out here can be put back as long as the page is open. */
function useGone(chosen: readonly string[], accounts: ReadonlyMap<string, unknown>): readonly string[] {
  const [named] = useState(() => new Set<string>())
  for (const id of chosen) named.add(id)
  return [...named].filter((id) => !accounts.has(id))
}

interface AccountProps {
  readonly account: SocialAccount
  readonly platform: string
  readonly iconUrl: string
  readonly isChosen: boolean
  /** Null where the server has not looked yet, or nobody has written anything. */
  readonly problems: number | null
  readonly needsMedia: boolean
  readonly onToggle: (id: string) => void
}

const Account = memo(
  ({ account, platform, iconUrl, isChosen, problems, needsMedia, onToggle }: AccountProps) => {
    const verdict = problems === null ? null : { problems, needsMedia }
    return (
      <li>
        <label className={styles.account} data-chosen={isChosen || undefined}>
          <input
            id={`composer-account-${account.id}`}
            type="checkbox"
            className={styles.box}
            checked={isChosen}
            onChange={() => onToggle(account.id)}
          />
          <AccountFace account={account} iconUrl={iconUrl} />
          <span className={styles.words}>
            <span className={styles.name}>
              <Breakable text={accountLabel(account)} />
            </span>
            <span className={styles.line}>
              <span>{platform}</span>
              <VerdictWords account={account} isChosen={isChosen} verdict={verdict} />
            </span>
          </span>
        </label>
      </li>
    )
  },
)

interface VerdictWordsProps {
  readonly account: SocialAccount
  readonly isChosen: boolean
  readonly verdict: Verdict | null
}

function VerdictWords({ account, isChosen, verdict }: VerdictWordsProps) {
  const { t } = useLingui()
  if (account.status !== 'active') return <span className={styles.held}>{t`Needs reconnecting`}</span>
  if (!isChosen || verdict === null) return null
  if (verdict.problems === 0) return <span className={styles.fits}>{t`Fits`}</span>
  return (
    <span className={styles.faulty}>
      {verdict.needsMedia
        ? t`Needs media`
        : plural(verdict.problems, { one: '# problem', other: '# problems' })}
    </span>
  )
}

/** A long handle, which goes on in a second line at one of its marks. */
function Breakable({ text }: { readonly text: string }) {
  let at = 0
  return text.split(/(?<=.)(?=[.@_-])/).map((piece) => {
    const key = at
    at += piece.length
    return (
      <Fragment key={key}>
        {key > 0 && <wbr />}
        {piece}
      </Fragment>
    )
  })
}

interface FaceProps {
  readonly account: SocialAccount
  /** `icon_url` of its network. */
  readonly iconUrl: string
  readonly size?: number
}

/** The picture of an account with the mark of its network. Their names are beside it. */
export function AccountFace({ account, iconUrl, size = 32 }: FaceProps) {
  return (
    <span className={styles.face}>
      <Avatar account={account} size={size} />
      <span className={styles.badge}>
        <NetworkMark iconUrl={iconUrl} name="" size={12} />
      </span>
    </span>
  )
}

/** The picture of an account; its first letter where the network has none. */
function Avatar({ account, size }: Required<Omit<FaceProps, 'iconUrl'>>) {
  const { avatar_url: url, display_name: name, username } = account
  if (url !== null)
    return <img className={styles.avatar} src={url} alt="" width={size} height={size} loading="lazy" />
  const letter = (name || username).trim().charAt(0).toUpperCase()
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {letter}
    </span>
  )
}
