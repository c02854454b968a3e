import type { MediaLimits } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconPlus, IconScissors } from '@tabler/icons-react'
import { useMemo } from 'react'
import { MediaField } from '../../media/field/media-field.tsx'
import { Button } from '../../ui/button.tsx'
import type { MediaEntry, ThreadPart } from '../content.ts'
import { everyone, useDesk } from '../desk.ts'
import { captionField, mediaField } from '../problems.ts'
import { useSlice } from '../store.ts'
import { accountLabel, changeBlock, contentOfVariant } from '../variant.ts'
import styles from './editor.module.css'
import { splitAtSentences } from './split-text.ts'
import { TextField } from './text-field.tsx'
import { fieldOwner } from './use-coming.ts'
import { useCounted, useTargets } from './use-counted.ts'
import { useProblemsAt } from './use-problems.ts'
import { useWords } from './use-words.ts'
import { NotUsedBy, VariantTabs } from './variant-tabs.tsx'

/** The words of the post, for everyone or for one account, with the posts that follow. */
export function Editor() {
  const { t } = useLingui()
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const count = useSlice(
    desk.content,
    (content) => contentOfVariant(content, variant, accountOf(variant)).thread.length,
  )
  function accountOf(id: string) {
    return id === everyone ? undefined : desk.places.read().accounts.get(id)
  }
  const targets = useTargets()
  const { say, sayMedia, takeOut } = useWords()
  return (
    <section aria-label={t`Words`} className={styles.editor}>
      <VariantTabs />
      <Block
        key={variant}
        index={0}
        count={count + 1}
        onCaption={(caption) => say(() => ({ caption }))}
        onMedia={(media) => sayMedia(0, media)}
      />
      {Array.from({ length: count }, (_, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: A post of a thread is known by its place alone.
          key={`${variant}-${index}`}
          index={index + 1}
          count={count + 1}
          onCaption={(caption) => say((now) => changeBlock(now, index + 1, { caption }))}
          onMedia={(media) => sayMedia(index + 1, media)}
          onRemove={() => takeOut(index + 1)}
        />
      ))}
      <div className={styles.actions}>
        {targets.thread.length > 0 && (
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => say(({ thread }) => ({ thread: [...thread, { caption: '', media: [] }] }))}
            >
              {t`Add a post to the thread`}
            </Button>
            {count === 0 && <SplitButton onSplit={(caption, thread) => say(() => ({ caption, thread }))} />}
          </>
        )}
      </div>
      {variant === everyone && <NotUsedBy />}
    </section>
  )
}

interface BlockProps {
  readonly index: number
  readonly count: number
  readonly onCaption: (caption: string) => void
  readonly onMedia: (media: readonly MediaEntry[]) => void
  readonly onRemove?: () => void
}

/** One post: its words and its media. */
function Block({ index, count, onCaption, onMedia, onRemove }: BlockProps) {
  const { t } = useLingui()
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const account = variant === everyone ? undefined : desk.places.read().accounts.get(variant)
  const part = useSlice(desk.content, (content) => {
    const words = contentOfVariant(content, variant, account)
    return index === 0 ? words.caption : (words.thread[index - 1]?.caption ?? '')
  })
  const media = useSlice(desk.content, (content) => {
    const words = contentOfVariant(content, variant, account)
    return index === 0 ? words.media : (words.thread[index - 1]?.media ?? noMedia)
  })
  const counted = useCounted(index)
  const problems = useProblemsAt(captionField(index))
  const mediaProblems = useProblemsAt(mediaField(index))
  const limits = useMediaLimits()
  const who = account === undefined ? null : accountLabel(account)
  const label = count === 1 ? (who === null ? t`Text` : t`Text for ${who}`) : t`Post ${index + 1} of ${count}`
  return (
    <div className={styles.block} data-thread={count > 1 || undefined}>
      <TextField
        id={captionField(index)}
        label={label}
        value={part}
        onChange={onCaption}
        counted={counted}
        problems={problems}
        isFirst={index === 0}
        onRemove={onRemove}
      />
      <div id={mediaField(index)} className={styles.media} tabIndex={-1}>
        <MediaField
          value={media}
          onChange={onMedia}
          limits={limits}
          problems={mediaProblems}
          owner={fieldOwner(desk.id, variant, index)}
        />
      </div>
    </div>
  )
}

const noMedia: readonly MediaEntry[] = []

/** The limits of all accounts that show these media. */
function useMediaLimits(): readonly MediaLimits[] {
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const chosen = useSlice(desk.content, (content) => content.accounts)
  const own = useSlice(desk.content, (content) => content.own)
  const { accounts } = useSlice(desk.places, (places) => places)
  return useMemo(() => {
    const ids = variant === everyone ? chosen.filter((id) => own[id]?.media === undefined) : [variant]
    return ids.flatMap((id) => accounts.get(id)?.limits.media ?? [])
  }, [variant, chosen, own, accounts])
}

function SplitButton({
  onSplit,
}: {
  readonly onSplit: (caption: string, thread: readonly ThreadPart[]) => void
}) {
  const { t } = useLingui()
  const desk = useDesk()
  const counted = useCounted(0)
  const variant = useSlice(desk.view, (view) => view.variant)
  const account = variant === everyone ? undefined : desk.places.read().accounts.get(variant)
  const caption = useSlice(desk.content, (content) => contentOfVariant(content, variant, account).caption)
  const parts = useMemo(() => splitAtSentences(caption, counted), [caption, counted])
  if (parts.length < 2) return null
  const [first = '', ...rest] = parts
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconScissors size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() =>
        onSplit(
          first,
          rest.map((each) => ({ caption: each, media: [] })),
        )
      }
    >
      {t`Split into ${parts.length} posts`}
    </Button>
  )
}
