import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './families.module.css'
import type { LinkCard, Look } from './preview-data.ts'

interface LinkCardViewProps {
  readonly card: LinkCard | null
  readonly style: Look['link_card']
  readonly isWide?: boolean
}

/** The card of a link: what its page says of itself, and its address alone where that is not known. */
export function LinkCardView({ card, style, isWide = false }: LinkCardViewProps) {
  if (card === null || style === 'none') return null
  const { hostname, pathname } = new URL(card.url)
  const [site, path] = [hostname.replace(/^www\./, ''), pathname === '/' ? '' : pathname]
  return (
    <div className={styles.card} data-style={style} data-wide={isWide || undefined}>
      <CardPicture key={card.picture} url={card.picture ?? null} />
      <span className={styles.cardWords}>
        <span className={styles.small}>{site}</span>
        <span className={styles.cardTitle}>{card.title ?? `${site}${path}`}</span>
        {card.description !== undefined && card.description !== '' && (
          <span className={styles.cardText}>{card.description}</span>
        )}
      </span>
    </div>
  )
}

function CardPicture({ url }: { readonly url: string | null }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={styles.cardPicture} aria-hidden="true">
      {url === null || isBroken ? (
        <IconLink size={28} stroke={1.25} />
      ) : (
        <img src={url} alt="" decoding="async" onError={() => setBroken(true)} />
      )}
    </span>
  )
}
