import type { Media } from '@crier/sdk'
import { IconFileTypePdf, IconMovie, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { Crop, Point } from './chosen-medium.ts'
import { frameOf } from './frame-of.ts'
import styles from './medium-picture.module.css'

interface MediumPictureProps {
  readonly medium: Pick<Media, 'kind' | 'thumbnail_url' | 'url' | 'width' | 'height' | 'duration_ms'>
  /** Read out; empty where words beside it say the same. */
  readonly alt: string
  readonly crop?: Crop | null
  readonly focus?: Point | null
  /** The width of the box, divided by its height; a square unless given. */
  readonly box?: number
  /** The picture itself in place of its thumbnail, where it is shown large. */
  readonly isLarge?: boolean
}

/** A picture of a medium that fills its box: its crop, with its focus in view. A sign stands for what has no picture. */
export function MediumPicture(props: MediumPictureProps) {
  const { medium, alt, crop = null, focus = null, box = 1, isLarge = false } = props
  const { kind, thumbnail_url: thumbnail, url, width, height, duration_ms: duration } = medium
  const [isBroken, setBroken] = useState(false)
  const source = isLarge && (kind === 'image' || kind === 'gif') ? url : thumbnail
  const Sign = kind === 'video' ? IconMovie : kind === 'document' ? IconFileTypePdf : IconPhoto
  const ratio = width !== null && height !== null ? width / height : null
  const place = ratio === null ? null : frameOf({ ratio, crop, focus, box })
  return (
    <span className={styles.box} style={{ aspectRatio: box }}>
      {source === null || isBroken ? (
        <span className={styles.sign}>
          <Sign size={32} stroke={1.25} aria-hidden="true" />
          {alt !== '' && <span className="hidden-text">{alt}</span>}
        </span>
      ) : (
        <img
          className={place === null ? styles.plain : styles.picture}
          src={source}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          style={place === null ? undefined : toCss(place)}
          onError={() => setBroken(true)}
        />
      )}
      {duration !== null && kind === 'video' && (
        <span className={styles.length}>{writeLength(duration)}</span>
      )}
    </span>
  )
}

function toCss({ left, top, width, height }: ReturnType<typeof frameOf>) {
  return { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }
}

/** `1:05` for 65 seconds. */
function writeLength(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
