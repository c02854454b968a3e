import type { ExpandedPost, Media } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useKnownMedia } from '../../media/known-media.ts'
import { useSizeFormat } from '../../ui/size-format.ts'
import styles from './post.module.css'

interface PostMediaProps {
  readonly post: Pick<ExpandedPost, 'media' | 'media_ids' | 'request'>
}

/** The pictures, videos and files of a post, with the words that stand for them. */
export function PostMedia({ post }: PostMediaProps) {
  const known = useKnownMedia(post.media_ids)
  const alts = altTextsOf(post.request)
  return (
    <ul className={styles.media}>
      {post.media.map((url, index) => {
        const medium = known[post.media_ids[index] ?? '']
        return (
          <li key={url}>
            <OneMedium url={url} medium={medium} alt={alts[index] || medium?.alt_text || ''} index={index} />
          </li>
        )
      })}
    </ul>
  )
}

interface OneMediumProps {
  readonly url: string
  /** Undefined until it is known, and for one that was deleted. */
  readonly medium: Media | undefined
  readonly alt: string
  readonly index: number
}

function OneMedium({ url, medium, alt, index }: OneMediumProps) {
  const { t } = useLingui()
  const kind = medium?.kind ?? kindOf(url)
  if (kind === 'document') return <FileCard url={url} medium={medium} />
  if (kind === 'video')
    return (
      <video
        src={url}
        poster={medium?.thumbnail_url ?? undefined}
        controls
        preload="metadata"
        aria-label={alt === '' ? t`Video ${index + 1}` : alt}
      >
        <track kind="captions" />
      </video>
    )
  return (
    <a href={url} target="_blank" rel="noopener">
      <img src={url} alt={alt === '' ? t`Picture ${index + 1}, without alt text` : alt} loading="lazy" />
    </a>
  )
}

/** A file that no browser shows as a picture: its name and how large it is. It opens in a tab of its own. */
function FileCard({ url, medium }: Pick<OneMediumProps, 'url' | 'medium'>) {
  const { t } = useLingui()
  const sizeOf = useSizeFormat()
  return (
    <a className={styles.file} href={url} target="_blank" rel="noopener">
      <IconFileTypePdf size={28} stroke={1.5} aria-hidden="true" />
      <span className={styles.fileWords}>
        <span className={styles.fileName}>{medium?.name ?? t`Document`}</span>
        {medium !== undefined && <span className={styles.quiet}>PDF · {sizeOf(medium.size_bytes)}</span>}
      </span>
    </a>
  )
}

/** The alt texts that were given with the post itself; those of the library stand at the media. */
function altTextsOf(request: ExpandedPost['request']): readonly string[] {
  const { media } = request ?? {}
  if (!Array.isArray(media)) return []
  return media.map((each: unknown) => {
    const isOne = typeof each === 'object' && each !== null && 'alt_text' in each
    return isOne && typeof each.alt_text === 'string' ? each.alt_text : ''
  })
}

/** The kind that the ending of an address tells, until the medium itself is known. */
function kindOf(url: string): Media['kind'] {
  if (/\.(?:mp4|mov|webm)(?:\?|$)/i.test(url)) return 'video'
  return /\.pdf(?:\?|$)/i.test(url) ? 'document' : 'image'
}
