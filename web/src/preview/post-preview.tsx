import type { Platform, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { memo, useMemo } from 'react'
import type { ChosenMedium } from '../media/chosen-medium.ts'
import { useKnownMedia } from '../media/known-media.ts'
import { useTimeFormat } from '../time/format.ts'
import { DrawnPreview } from './drawn-preview.tsx'
import type { LinkCard } from './preview-data.ts'

interface PostPreviewProps {
  readonly platform: Platform
  readonly account: SocialAccount
  readonly text: string
  readonly media: readonly ChosenMedium[]
  readonly link: LinkCard | null
  /** When it goes out; null for now. */
  readonly at: string | null
  /** The title of a video, a pin or an article; null: the first line of the text. */
  readonly title?: string | null
}

/** A post as its network shows it, drawn from what the network says of itself. */
export const PostPreview = memo(function PostPreview(props: PostPreviewProps) {
  const { platform, account, text, media, link, at, title = null } = props
  const { t } = useLingui()
  const time = useTimeFormat()
  const known = useKnownMedia(useMemo(() => [...new Set(media.map(({ media_id }) => media_id))], [media]))
  const drawn = {
    ...{ look: platform.preview, account, text, title, link },
    media: media.map((entry) => ({ entry, medium: known[entry.media_id] })),
    when: at === null ? t`now` : time.moment(at),
  }
  return <DrawnPreview platform={platform} drawn={drawn} />
})
