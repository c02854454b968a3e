import type { Platform, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { type CSSProperties, memo, useMemo, useState } from 'react'
import { useTheme } from '../boot/use-theme.ts'
import type { ChosenMedium } from '../media/chosen-medium.ts'
import { useKnownMedia } from '../media/known-media.ts'
import { useTimeFormat } from '../time/format.ts'
import { NetworkMark } from '../ui/network-mark.tsx'
import { Family } from './families.tsx'
import styles from './preview.module.css'
import type { Drawn, LinkCard, Look } from './preview-data.ts'

interface PostPreviewProps {
  readonly platform: Platform
  readonly account: SocialAccount
  readonly text: string
  readonly media: readonly ChosenMedium[]
  readonly link: LinkCard | null
  /** When it goes out; null for now. */
  readonly at: string | null
  /** The title of a video, a pin or an article; null: the first line of the text. */
  readonly title?: string | null
}

/** A post as its network shows it, drawn from what the network says of itself. */
export const PostPreview = memo(function PostPreview(props: PostPreviewProps) {
  const { platform, account, text, media, link, at, title = null } = props
  const { t } = useLingui()
  const time = useTimeFormat()
  const ours = useTheme()
  const [chosen, setChosen] = useState<'light' | 'dark' | null>(null)
  const scheme = chosen ?? ours
  const known = useKnownMedia(useMemo(() => [...new Set(media.map(({ media_id }) => media_id))], [media]))
  const look = platform.preview
  const drawn: Drawn = {
    look,
    account,
    text,
    title,
    media: media.map((entry) => ({ entry, medium: known[entry.media_id] })),
    link,
    when: at === null ? t`now` : time.moment(at),
  }
  const { name } = platform
  return (
    <article className={styles.preview} aria-label={t`Preview for ${name}`}>
      <header className={styles.head}>
        <NetworkMark iconUrl={platform.icon_url} name={name} hasName />
        <span className={styles.account}>@{account.username}</span>
        <SchemeSwitch scheme={scheme} onChange={setChosen} />
      </header>
      <div
        className={styles.stage}
        data-family={look.family}
        data-avatar={look.avatar}
        style={tokens(look, scheme)}
      >
        <Family drawn={drawn} />
      </div>
    </article>
  )
})

function SchemeSwitch({
  scheme,
  onChange,
}: {
  readonly scheme: 'light' | 'dark'
  readonly onChange: (scheme: 'light' | 'dark') => void
}) {
  const { t } = useLingui()
  const other = scheme === 'light' ? 'dark' : 'light'
  const Sign = scheme === 'light' ? IconMoon : IconSun
  return (
    <button
      type="button"
      className={styles.scheme}
      aria-label={scheme === 'light' ? t`Show it in dark` : t`Show it in light`}
      onClick={() => onChange(other)}
    >
      <Sign size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

/** The colours of the network, as roles of their own. */
function tokens(look: Look, scheme: 'light' | 'dark'): CSSProperties {
  const { background, text, muted, accent, edge } = look[scheme]
  return {
    '--p-ground': background,
    '--p-text': text,
    '--p-muted': muted,
    '--p-accent': accent,
    '--p-edge': edge,
    fontFamily: look.font,
    colorScheme: scheme,
  } as CSSProperties
}
