import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { mediumInPost } from '../media/chosen-medium.ts'
import { MediumPicture } from '../media/medium-picture.tsx'
import styles from './families.module.css'
import type { Look, ShownMedium } from './preview-data.ts'

interface MediaBlockProps {
  readonly media: readonly ShownMedium[]
  readonly rule: Look['media']
  /** Whether it goes from edge to edge. */
  readonly isWide?: boolean
  /** The narrowest and the widest shape in which a medium is shown. */
  readonly bounds?: readonly [number, number]
  /** Whether this network shows no post without. */
  readonly isNeeded?: boolean
}

/** The media of a post by the rule of their network: side by side, to swipe, below each other, or the first alone. */
export function MediaBlock({
  media,
  rule,
  isWide = false,
  bounds = [0.75, 3],
  isNeeded = false,
}: MediaBlockProps) {
  const { t } = useLingui()
  if (media.length === 0)
    return isNeeded ? <p className={styles.missing}>{t`A picture or video goes here`}</p> : null
  const [first] = media
  const isAlone = media.length === 1 || rule === 'single'
  if (isAlone && first !== undefined)
    return (
      <div className={styles.media} data-wide={isWide || undefined}>
        <OneMedium shown={first} box={shapeOf(first, bounds)} />
      </div>
    )
  if (rule === 'carousel') return <Carousel media={media} isWide={isWide} bounds={bounds} />
  if (rule === 'stack')
    return (
      <div className={styles.media} data-rule="stack" data-wide={isWide || undefined}>
        {media.map((shown) => (
          <OneMedium key={shown.entry.media_id} shown={shown} box={shapeOf(shown, bounds)} />
        ))}
      </div>
    )
  return <Grid media={media} isWide={isWide} />
}

function Grid({ media, isWide }: { readonly media: readonly ShownMedium[]; readonly isWide: boolean }) {
  const shown = media.slice(0, 4)
  const hidden = media.length - shown.length
  const boxOf = (index: number) => {
    if (shown.length === 2) return 0.88
    return shown.length === 3 && index === 0 ? 0.88 : shown.length === 3 ? 1.77 : 1.5
  }
  return (
    <div className={styles.media} data-rule="grid" data-count={shown.length} data-wide={isWide || undefined}>
      {shown.map((each, index) => (
        <span key={each.entry.media_id} className={styles.cell}>
          <OneMedium shown={each} box={boxOf(index)} />
          {hidden > 0 && index === 3 && <span className={styles.hiddenCount}>+{hidden}</span>}
        </span>
      ))}
    </div>
  )
}

function Carousel({
  media,
  isWide,
  bounds,
}: {
  readonly media: readonly ShownMedium[]
  readonly isWide: boolean
  readonly bounds: readonly [number, number]
}) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const shown = media[Math.min(at, media.length - 1)]
  const [first] = media
  if (shown === undefined || first === undefined) return null
  const [number, count] = [media.indexOf(shown) + 1, media.length]
  return (
    <div className={styles.media} data-rule="carousel" data-wide={isWide || undefined}>
      {/* The first medium gives the shape to all of them, as networks do. */}
      <OneMedium shown={shown} box={shapeOf(first, bounds)} />
      <span className={styles.place}>
        {number}/{count}
      </span>
      {number > 1 && (
        <button
          type="button"
          className={styles.turn}
          data-way="back"
          aria-label={t`The one before`}
          onClick={() => setAt(number - 2)}
        >
          ‹
        </button>
      )}
      {number < count && (
        <button
          type="button"
          className={styles.turn}
          data-way="on"
          aria-label={t`The next one`}
          onClick={() => setAt(number)}
        >
          ›
        </button>
      )}
    </div>
  )
}

/** One medium, cropped as the post says. */
export function OneMedium({ shown, box }: { readonly shown: ShownMedium; readonly box: number }) {
  const { entry, medium } = shown
  if (medium === undefined) return <span className={styles.unknown} style={{ aspectRatio: box }} />
  const { alt, crop, focus } = mediumInPost(entry, medium)
  return <MediumPicture medium={medium} alt={alt} crop={crop} focus={focus} box={box} />
}

function shapeOf({ entry, medium }: ShownMedium, [least, most]: readonly [number, number]): number {
  if (medium === undefined || medium.width === null || medium.height === null)
    return Math.min(most, Math.max(least, 1.5))
  const { crop } = mediumInPost(entry, medium)
  const ratio = (medium.width * (crop?.width ?? 1)) / (medium.height * (crop?.height ?? 1))
  return Math.min(most, Math.max(least, ratio))
}
