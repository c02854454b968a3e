import type { MediaDetail } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import { mediumDetail } from '../media/media-queries.ts'
import { isRefused } from '../session/query-client.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Fault } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { useSizeFormat } from '../ui/size-format.ts'
import { Trouble } from '../ui/trouble.tsx'
import { useMedia } from '../ui/use-media.ts'
import { DeleteMedium } from './delete-medium.tsx'
import { Fits } from './fits.tsx'
import styles from './medium.module.css'
import { MediumFields } from './medium-fields.tsx'
import { MediumView } from './medium-view.tsx'
import { isMaking, Renditions } from './renditions.tsx'
import { useMediumChanges } from './use-medium-changes.ts'
import { UsedIn } from './used-in.tsx'

/** One medium: its words, its focus and crop, where it is used, what each network would get. */
export function MediumPage() {
  const { t } = useLingui()
  const { medium: id } = useParams({ strict: false }) as { readonly medium: string }
  const detail = useQuery({
    ...mediumDetail(useSession(), id),
    refetchInterval: ({ state }) => (state.data !== undefined && isMaking(state.data) ? 2_000 : false),
  })
  if (detail.data !== undefined) return <Medium key={detail.data.id} medium={detail.data} />
  if (isRefused(detail.error, 404))
    return (
      <Page title={t`No such file`} width="text">
        <EmptyState
          title={t`This file was deleted, or it isn't yours.`}
          actions={<Link to="/library">{t`To the media library`}</Link>}
        />
      </Page>
    )
  return (
    <Page title={t`Media library`}>
      {detail.error !== null && <Trouble error={detail.error} onRetry={() => void detail.refetch()} />}
    </Page>
  )
}

function Medium({ medium }: { readonly medium: MediaDetail }) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const mayChange = isAtLeast(workspace.role, 'author')
  const { change, saving, error } = useMediumChanges(medium)
  // On a phone the end of the page is far from where a thumb begins, and so from a mistake.
  const isPhone = useMedia('(width < 768px)')
  const state = (
    <span className={styles.saving} role="status">
      {saving === 'saving' && t`Saving…`}
      {saving === 'saved' && t`Saved`}
    </span>
  )
  return (
    <Page
      title={medium.name}
      lead={
        <>
          <Facts medium={medium} /> {isPhone && state}
        </>
      }
      {...(isPhone
        ? {}
        : {
            actions: (
              <>
                {state}
                {mayChange && <DeleteMedium medium={medium} />}
              </>
            ),
          })}
    >
      {error !== null && <Fault error={error} />}
      <div className={styles.columns}>
        <div className={styles.left}>
          <MediumView medium={medium} {...(mayChange ? { onChange: change } : {})} />
        </div>
        <div className={styles.right}>
          <MediumFields medium={medium} {...(mayChange ? { onChange: change } : {})} />
          <UsedIn medium={medium} />
          <Fits medium={medium} />
          <Renditions medium={medium} />
          {mayChange && isPhone && <DeleteMedium medium={medium} />}
        </div>
      </div>
    </Page>
  )
}

/** `JPEG · 2.1 MB · 1,600 × 900 · added Tue 13 Oct, 09:00` */
function Facts({ medium }: { readonly medium: MediaDetail }) {
  const { t, i18n } = useLingui()
  const size = useSizeFormat()
  const time = useTimeFormat()
  const { width, height, pages, picture, duration_ms: duration } = medium
  const frames = picture?.frames ?? 1
  const color = picture?.color_space ?? 'srgb'
  const added = time.moment(medium.created_at)
  const seconds =
    duration === null
      ? null
      : i18n.number(duration / 1_000, { style: 'unit', unit: 'second', maximumFractionDigits: 1 })
  const parts = [
    (medium.mime_type.split('/')[1] ?? medium.mime_type).toUpperCase(),
    size(medium.size_bytes),
    width !== null && height !== null ? `${i18n.number(width)} × ${i18n.number(height)}` : null,
    seconds,
    pages === null ? null : t`${pages} pages`,
    frames > 1 ? t`${frames} frames` : null,
    picture?.has_alpha === true ? t`with transparent parts` : null,
    // Nearly every picture has these colours; others are worth a word, for most networks change them.
    color === 'srgb' ? null : color.toUpperCase(),
    t`added ${added}`,
  ]
  return (
    <>
      <Link to="/library">{t`Media library`}</Link>
      {' · '}
      {parts
        .filter((part) => part !== null)
        .map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' · '}
            <span className={styles.fact}>{part}</span>
          </Fragment>
        ))}
    </>
  )
}
