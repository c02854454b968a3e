import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { shorten } from '../ui/shorten.ts'
import { captionOf } from './caption-of.ts'
import { filesOf, forgetShare, type Share } from './kept-shares.ts'
import styles from './shares.module.css'

interface AskedSharesProps {
  readonly shares: readonly Share[]
  readonly onAgree: () => void
  readonly onThrownAway: () => void
}

const shownCharacters = 280

/** Shows what some page or app wants to have written, and asks whether it is wanted. */
export function AskedShares({ shares, onAgree, onThrownAway }: AskedSharesProps) {
  const { t } = useLingui()
  const throwAway = async () => {
    for (const { id } of shares) await forgetShare(id)
    onThrownAway()
  }
  return (
    <>
      <ul className={styles.shares}>
        {shares.map((share) => (
          <li key={share.id} className={card.card}>
            <Asked share={share} />
          </li>
        ))}
      </ul>
      <div className={card.row}>
        <Button onClick={onAgree}>
          {shares.length === 1 ? t`Make a draft of it` : t`Make drafts of them`}
        </Button>
        <Button variant="default" onClick={() => void throwAway()}>
          {t`Throw away`}
        </Button>
      </div>
    </>
  )
}

function Asked({ share }: { readonly share: Share }) {
  const files = useQuery({ queryKey: ['shares', share.id], gcTime: 0, queryFn: () => filesOf(share.id) })
  const caption = captionOf(share)
  return (
    <>
      {caption !== '' && (
        <p className={styles.words} dir="auto">
          {shorten(caption, shownCharacters)}
        </p>
      )}
      {(files.data?.length ?? 0) > 0 && (
        <ul className={styles.files}>
          {files.data?.map(({ index, file }) => (
            <li key={index} dir="auto">
              {file.name}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
