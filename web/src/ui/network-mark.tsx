import styles from './network-mark.module.css'

interface NetworkMarkProps {
  /** `icon_url` of the platform. */
  readonly iconUrl: string
  /** The name of the platform. It is read out; it is shown where `hasName`. */
  readonly name: string
  readonly hasName?: boolean
  readonly size?: number
}

/** The mark of a network in the colour of the text beside it: the picture is a mask, so no markup of it enters the page. */
export function NetworkMark({ iconUrl, name, hasName = false, size = 16 }: NetworkMarkProps) {
  const mask = `url("${encodeURI(iconUrl)}")`
  return (
    <span className={styles.mark}>
      <span className={styles.picture} style={{ width: size, height: size, maskImage: mask }} />
      <span className={hasName ? undefined : 'hidden-text'}>{name}</span>
    </span>
  )
}
