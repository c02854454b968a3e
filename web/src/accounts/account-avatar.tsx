import type { SocialAccount } from '@crier/sdk'
import styles from './accounts.module.css'

interface AccountAvatarProps {
  readonly account: Pick<SocialAccount, 'avatar_url' | 'display_name' | 'username'>
  readonly size?: number
}

/** The picture of an account, or the first letter of its name. Its name is always beside it. */
export function AccountAvatar({ account, size = 40 }: AccountAvatarProps) {
  const measures = { width: size, height: size }
  if (account.avatar_url !== null)
    return <img className={styles.avatar} src={account.avatar_url} alt="" style={measures} loading="lazy" />
  const name = account.display_name || account.username
  return (
    <span className={styles.avatar} style={measures} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
