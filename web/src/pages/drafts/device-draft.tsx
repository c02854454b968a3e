import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type DeviceDraft,
  forgetOnDevice,
  keepOnDevice,
  listOnDevice,
} from '../../composer/drafts/device-drafts.ts'
import { stopSaving, throwAway } from '../../composer/drafts/savers.ts'
import { newId } from '../../composer/new-id.ts'
import { useKnownMedia } from '../../media/known-media.ts'
import { useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { toast } from '../../ui/toasts.tsx'
import { DraftCard } from './draft-card.tsx'
import styles from './drafts.module.css'

/**
 * The work that the server does not have: drafts that were not sent yet, have no account or were deleted elsewhere, and changes to
 * planned posts that nobody saved. The latest come first.
 */
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
      const alone = here.filter((each) => each.isGone === true || each.base?.post.status !== 'draft')
      return alone.toSorted((one, other) => other.changedAt - one.changedAt)
    },
  })
  return data ?? []
}

/** Work that only this device has. It is thrown away at once, and comes back when that is undone. */
export function DeviceDraftCard({ draft }: { readonly draft: DeviceDraft }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const client = useQueryClient()
  const { scope } = useSession()
  const { id, base, content, changedAt, isGone = false } = draft
  const { caption, accounts, media, when } = content
  const isNew = base === null && !isGone
  const [first] = media
  const known = useKnownMedia(first === undefined ? [] : [first.media_id])
  const readAgain = () => client.invalidateQueries({ queryKey: [...scope, 'posts', 'drafts', 'device'] })
  const remove = async () => {
    const place = [draft.workspace, draft.mode, id] as const
    const mayBeThere = isNew && throwAway(place)
    if (!isNew) stopSaving(place)
    await forgetOnDevice(...place)
    await readAgain()
    const undo = async () => {
      // The server makes no draft again that it has deleted.
      await keepOnDevice(mayBeThere ? { ...draft, id: newId() } : draft)
      await readAgain()
    }
    toast({ text: isNew || isGone ? t`Draft deleted.` : t`Changes discarded.`, undo })
  }
  return (
    <DraftCard
      to={isNew ? { draft: id } : { post: id }}
      caption={caption}
      medium={first && known[first.media_id]}
      mediaCount={media.length}
      accounts={accounts}
      note={
        <p className={styles.device}>
          {isGone
            ? t`Only on this device: it was deleted elsewhere.`
            : isNew
              ? t`Only on this device`
              : t`Changes to a post that aren't saved, only on this device`}
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
