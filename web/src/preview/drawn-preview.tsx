import type { Platform } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { useTheme } from '../boot/use-theme.ts'
import { NetworkMark } from '../ui/network-mark.tsx'
import { Family } from './families.tsx'
import styles from './preview.module.css'
import type { Drawn, Look } from './preview-data.ts'

interface DrawnPreviewProps {
  readonly platform: Pick<Platform, 'name' | 'icon_url'>
  readonly drawn: Drawn
}

/** A post as its network shows it, once everything that it shows is known. */
export function DrawnPreview({ platform: { name, icon_url: iconUrl }, drawn }: DrawnPreviewProps) {
  const { t } = useLingui()
  const ours = useTheme()
  const [chosen, setChosen] = useState<'light' | 'dark' | null>(null)
  const scheme = chosen ?? ours
  const { look, account } = drawn
  return (
    <article className={styles.preview} aria-label={t`Preview for ${name}`}>
      <header className={styles.head}>
        <NetworkMark iconUrl={iconUrl} name={name} hasName />
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
}

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
