import type { MediaDetail } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useTimeFormat } from '../time/format.ts'
import { useSizeFormat } from '../ui/size-format.ts'
import { ProgressBar } from '../uploads/progress-bar.tsx'
import styles from './medium.module.css'

type Rendition = MediaDetail['renditions'][number]

/** Whether files are being made of a medium, so that it is worth looking again. */
export function isMaking({ renditions }: MediaDetail): boolean {
  return renditions.some(({ status }) => status === 'waiting' || status === 'making')
}

/** The files that were made of a medium for networks that do not take it as it is; nothing where none was needed. */
export function Renditions({ medium: { renditions } }: { readonly medium: MediaDetail }) {
  const { t } = useLingui()
  if (renditions.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="renditions-words">
      <h2 id="renditions-words">{t`Files made for networks`}</h2>
      <p
        className={styles.quiet}
      >{t`The original stays as it is. A network that doesn't take it gets one of these.`}</p>
      <ul className={styles.rows}>
        {renditions.map((rendition) => (
          <RenditionRow key={`${rendition.created_at} ${rendition.mime_type}`} rendition={rendition} />
        ))}
      </ul>
    </section>
  )
}

function RenditionRow({ rendition }: { readonly rendition: Rendition }) {
  const { t, i18n } = useLingui()
  const time = useTimeFormat()
  const size = useSizeFormat()
  const { status, progress, mime_type: type, size_bytes: bytes, width, height, detail } = rendition
  const at = time.moment(rendition.created_at)
  const percent = progress === null ? null : Math.floor(100 * progress)
  const words: Readonly<Record<Rendition['status'], string>> = {
    waiting: t`Waits to be made.`,
    making: percent === null ? t`Being made.` : t`Being made, ${percent} % done.`,
    ready: t`Made ${at}`,
    failed:
      detail === null ? t`Could not be made.` : t`Could not be made: ${translateServerSentence(detail)}`,
  }
  const facts = [
    (type.split('/')[1] ?? type).toUpperCase(),
    bytes === null ? null : size(bytes),
    width !== null && height !== null ? `${i18n.number(width)} × ${i18n.number(height)}` : null,
  ]
  return (
    <li className={styles.fit}>
      <span className={styles.fitHead}>
        <strong>{facts.filter((fact) => fact !== null).join(' · ')}</strong>
      </span>
      <span className={styles.summary}>{words[status]}</span>
      {status === 'making' && percent !== null && (
        <ProgressBar size={100} sent={percent} label={words.making} />
      )}
    </li>
  )
}
