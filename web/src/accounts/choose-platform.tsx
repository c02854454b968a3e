import type { Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rememberPlace, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { NetworkMark } from '../ui/network-mark.tsx'
import { Page } from '../ui/page.tsx'
import styles from './accounts.module.css'
import { canConnect } from './connect-link-dialog.tsx'
import { useAccessWords } from './way-words.ts'

/** Every network: those that can be connected at once, those that lack something, and the pretended ones. */
export function ChoosePlatform({ platforms }: { readonly platforms: readonly Platform[] }) {
  const { t } = useLingui()
  const { mode } = useSession()
  const here = platforms.filter(({ modes }) => modes.includes(mode))
  const real = here.filter(({ behavior }) => behavior === null)
  const pretended = here.filter(({ behavior }) => behavior !== null)
  const ready = real.filter((each) => canConnect(each, mode))
  const wanting = real.filter((each) => !canConnect(each, mode))
  return (
    <Page
      title={t`Connect account`}
      lead={t`Where is the account? You sign in there yourself, and everybody in this workspace can then publish on it.`}
    >
      {mode === 'test' && <ToLive />}
      <Group id="ready" title={t`Ready`} platforms={ready}>
        {(platform) => <WaysOf platform={platform} />}
      </Group>
      <Group
        id="sandbox"
        title={t`Sandbox`}
        words={t`A network inside Crier, to try everything before it happens in public.`}
        platforms={pretended}
      >
        {() => t`No account needed`}
      </Group>
      <Group
        id="wanting"
        title={t`Needs your app's credentials`}
        words={t`These networks let only registered apps sign people in. Register one there, and give its credentials to Crier.`}
        platforms={wanting}
      >
        {(platform) => <Lacks platform={platform} />}
      </Group>
      {wanting.length > 0 && (
        <p>
          <Link to="/settings/networks">{t`Set the credentials of networks`}</Link>
        </p>
      )}
    </Page>
  )
}

/** Practice accounts are all that one sees among test data. */
function ToLive() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const router = useRouter()
  return (
    <section className={card.card} aria-label={t`Test data`}>
      <p>{t`You are looking at test data, where only practice accounts live. Real accounts are connected in live data.`}</p>
      <div className={card.row}>
        <Button
          variant="default"
          onClick={() => {
            rememberPlace(workspace.id, 'live')
            void router.invalidate()
          }}
        >
          {t`Go to live data`}
        </Button>
      </div>
    </section>
  )
}

interface GroupProps {
  readonly id: string
  readonly title: string
  readonly words?: string
  readonly platforms: readonly Platform[]
  /** The line below the name of a network. */
  readonly children: (platform: Platform) => ReactNode
}

function Group({ id, title, words, platforms, children }: GroupProps) {
  if (platforms.length === 0) return null
  return (
    <section className={card.stack} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {words !== undefined && <p className={card.soft}>{words}</p>}
      </div>
      <ul className={styles.networks}>
        {platforms.map((platform) => (
          <li key={platform.platform}>
            <Link
              to="/accounts/connect/$platform"
              params={{ platform: platform.platform }}
              className={styles.platform}
            >
              <NetworkMark iconUrl={platform.icon_url} name="" size={24} />
              <span>
                {platform.name}
                <small>{children(platform)}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaysOf({ platform }: { readonly platform: Platform }) {
  const { t } = useLingui()
  const accessWords = useAccessWords()
  const ready = platform.ways.filter(({ missing }) => missing.length === 0)
  const [access, another] = ready.filter(({ kind }) => kind === 'form').map(({ way }) => accessWords(way))
  if (access === undefined) return t`You sign in there`
  if (ready.some(({ kind }) => kind === 'redirect')) return t`You sign in there, or with ${access}`
  return another === undefined ? t`With ${access}` : t`With ${access} or ${another}`
}

function Lacks({ platform }: { readonly platform: Platform }) {
  const { t } = useLingui()
  const codes = new Set(platform.ways.flatMap(({ missing }) => missing.map(({ code }) => code)))
  // The title of the group says it already.
  if (codes.has('app')) return null
  return codes.has('https') ? t`Needs an https address of this server` : t`Needs an address for media`
}
