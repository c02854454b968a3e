import type { SandboxFeed } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import styles from './sandbox.module.css'

type Medium = SandboxFeed['data'][number]['posts'][number]['media'][number]

/** Pictures in a grid, or a film, each with its description for all to read. */
export function FeedMedia({ media }: { readonly media: readonly Medium[] }) {
  const layout = media.length === 1 ? 'one' : media.length % 2 === 1 ? 'odd' : 'even'
  return (
    <ul className={styles.media} data-layout={layout}>
      {media.map((medium) => (
        <li key={medium.id}>
          <FeedMedium medium={medium} />
        </li>
      ))}
    </ul>
  )
}

function FeedMedium({ medium: { kind, url, alt_text: words } }: { readonly medium: Medium }) {
  const { t } = useLingui()
  return (
    <figure className={styles.medium}>
      {kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: A network is given a film without captions, and shows it so.
        <video src={`${url}#t=0.001`} controls preload="metadata" aria-label={words || t`A film`} />
      ) : (
        <img src={url} alt={words} loading="lazy" decoding="async" />
      )}
      {kind === 'gif' && <span className={styles.badge}>{t`GIF`}</span>}
      {words !== '' && (
        <details className={styles.alt}>
          <summary>{t`ALT`}</summary>
          <p dir="auto">{words}</p>
        </details>
      )}
    </figure>
  )
}
