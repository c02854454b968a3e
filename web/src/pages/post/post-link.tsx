import { firstLink } from '../../composer/counting/find-links.ts'
import { LinkCardView } from '../../preview/link-card.tsx'
import { useLinkCard } from '../../preview/use-link-card.ts'
import { webAddress } from '../../ui/web-address.ts'
import styles from './post.module.css'

/** The card of the first link in a text, in the colours of the app. It leads to the page. */
export function PostLink({ caption }: { readonly caption: string }) {
  const card = useLinkCard(firstLink(caption))
  const address = webAddress(card?.url ?? null)
  if (card === null || address === null) return null
  return (
    <a className={styles.link} href={address} target="_blank" rel="noopener nofollow ugc">
      <LinkCardView card={card} style="small" />
    </a>
  )
}
