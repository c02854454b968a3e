import { useLingui } from '@lingui/react/macro'
import { toast } from '../../ui/toasts.tsx'
import { moveUploads } from '../../uploads/upload-list.ts'
import type { Content, MediaEntry, ThreadPart } from '../content.ts'
import { everyone, useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import { useChangeBack } from '../use-change-back.ts'
import { blockOf, changeBlock, changeVariant, contentOfVariant, type VariantContent } from '../variant.ts'
import { fieldOwner } from './use-coming.ts'

interface Words {
  /** Changes what the variant says. */
  readonly say: (make: (now: VariantContent) => Partial<VariantContent>) => void
  /** Changes the media of one post. A medium that was taken out comes back when that is undone. */
  readonly sayMedia: (index: number, media: readonly MediaEntry[]) => void
  /** Takes a post out of the thread. It comes back when that is undone. */
  readonly takeOut: (index: number) => void
}

/** The words of the variant that is shown, and the ways to change them. */
export function useWords(): Words {
  const { t } = useLingui()
  const desk = useDesk()
  const changeBack = useChangeBack()
  const variant = useSlice(desk.view, (view) => view.variant)
  const wordsIn = (content: Content) => {
    const account = variant === everyone ? undefined : desk.places.read().accounts.get(variant)
    return contentOfVariant(content, variant, account)
  }
  const changed = (content: Content, make: (now: VariantContent) => Partial<VariantContent>) =>
    changeVariant(content, variant, make(wordsIn(content)))
  const say: Words['say'] = (make) => desk.content.change((content) => changed(content, make))
  const ownerOf = (index: number) => fieldOwner(desk.id, variant, index)
  return {
    say,
    sayMedia: (index, media) => {
      const before = blockOf(wordsIn(desk.content.read()), index).media
      say((now) => changeBlock(now, index, { media }))
      const gone = before.find((entry) => !media.includes(entry))
      if (gone === undefined || media.length >= before.length) return
      const bringBack = (now: VariantContent) =>
        changeBlock(now, index, { media: withEntry(blockOf(now, index).media, gone, before.indexOf(gone)) })
      toast({
        text: t`Taken out of this post.`,
        undo: () => changeBack((content) => changed(content, bringBack)),
      })
    },
    takeOut: (index) => {
      const { thread } = wordsIn(desk.content.read())
      const part = thread[index - 1]
      if (part === undefined) return
      say((now) => ({ thread: now.thread.toSpliced(index - 1, 1) }))
      // Files that are still on their way follow their posts.
      moveUploads(ownerOf(index), 'library')
      for (let at = index + 1; at <= thread.length; at += 1) moveUploads(ownerOf(at), ownerOf(at - 1))
      if (isEmpty(part)) return
      const undo = async () => {
        const { length } = wordsIn(desk.content.read()).thread
        await changeBack((content) =>
          changed(content, (now) => ({ thread: now.thread.toSpliced(index - 1, 0, part) })),
        )
        for (let at = length; at >= index; at -= 1) moveUploads(ownerOf(at), ownerOf(at + 1))
      }
      const number = index + 1
      toast({ text: t`Post ${number} is out of the thread.`, undo })
    },
  }
}

function withEntry(media: readonly MediaEntry[], entry: MediaEntry, at: number): readonly MediaEntry[] {
  return media.some(({ media_id }) => media_id === entry.media_id) ? media : media.toSpliced(at, 0, entry)
}

function isEmpty({ caption, media }: ThreadPart): boolean {
  return caption.trim() === '' && media.length === 0
}
