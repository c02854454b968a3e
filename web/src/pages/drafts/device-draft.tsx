import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type DeviceDraft,
  forgetOnDevice,
  keepOnDevice,
  listOnDevice,
} from '../../composer/drafts/device-drafts.ts'
import { stopSaving } from '../../composer/drafts/savers.ts'
import { useMedia } from '../../media/media-queries.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { toast } from '../../ui/toasts.tsx'
import { DraftCard } from './draft-card.tsx'
import styles from './drafts.module.css'

/** The drafts that the server does not have: not sent yet, without an account, or deleted elsewhere. The latest come first. */
export function useDeviceDrafts(): readonly DeviceDraft[] {
  const { scope, workspace, mode } = useSession()
  const { data } = useQuery({
    // Events about posts have it read again, since the server may have one of them now.
    queryKey: [...scope, 'posts', 'drafts', 'device'],
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const all = await listOnDevice()
      const here = all.filter((each) => each.workspace === workspace.id && each.mode === mode)
      const alone = here.filter(({ base, isGone }) => base === null || isGone === true)
      return alone.toSorted((one, other) => other.changedAt - one.changedAt)
    },
  })
  return data ?? []
}

/** A draft that only this device has. It is thrown away at once, and comes back when that is undone. */
export function DeviceDraftCard({ draft }: { readonly draft: DeviceDraft }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const client = useQueryClient()
  const { scope } = useSession()
  const { id, content, changedAt, isGone = false } = draft
  const { caption, accounts, media, when } = content
  const [first] = media
  const known = useMedia(first === undefined ? [] : [first.media_id])
  const readAgain = () => client.invalidateQueries({ queryKey: [...scope, 'posts', 'drafts', 'device'] })
  const remove = async () => {
    stopSaving([draft.workspace, draft.mode, id])
    await forgetOnDevice(draft.workspace, draft.mode, id)
    await readAgain()
    const undo = async () => {
      await keepOnDevice(draft)
      await readAgain()
    }
    toast({ text: t`Draft deleted.`, undo })
  }
  return (
    <DraftCard
      to={isGone ? { post: id } : { draft: id }}
      caption={caption}
      medium={first && known[first.media_id]}
      mediaCount={media.length}
      accounts={accounts}
      note={
        <p className={styles.device}>
          {isGone ? t`Only on this device: it was deleted elsewhere.` : t`Only on this device`}
        </p>
      }
      facts={
        <>
          {when.kind === 'at' && <>{t`meant for ${format.moment(when.at)}`} · </>}
          {t`changed ${format.away(changedAt)}`}
        </>
      }
      onDelete={() => void remove()}
    />
  )
}
