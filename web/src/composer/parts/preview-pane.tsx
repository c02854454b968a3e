import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, memo, Suspense, useState } from 'react'
import { useLinkCard } from '../../preview/use-link-card.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useLater } from '../../ui/use-later.ts'
import { AccountFace } from '../accounts/account-list.tsx'
import { captionFor, mediaFor, platformOf, threadFor } from '../content.ts'
import { firstLink } from '../counting/find-links.ts'
import { everyone, useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import { accountLabel } from '../variant.ts'
import { GhostPost } from './ghost-post.tsx'
import styles from './parts.module.css'

// One can write before the code that draws the networks is there.
const PostPreview = lazyPart(() => import('../../preview/post-preview.tsx'), 'PostPreview')

/** How the post will look on one of its accounts. */
export function PreviewPane() {
  const { t } = useLingui()
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const named = useSlice(desk.content, (content) => content.accounts)
  const { accounts, platforms } = useSlice(desk.places, (places) => places)
  const chosen = named.filter((id) => accounts.has(id))
  const [wanted, setWanted] = useState<string | null>(null)
  const shown =
    variant !== everyone ? variant : wanted !== null && chosen.includes(wanted) ? wanted : (chosen[0] ?? null)
  return (
    <section
      id="composer-preview"
      className={styles.preview}
      aria-labelledby="composer-preview-title"
      tabIndex={-1}
    >
      <h2 id="composer-preview-title" className={styles.title}>{t`Preview`}</h2>
      {chosen.length > 1 && variant === everyone && (
        <div role="group" aria-label={t`Account in the preview`} className={styles.previewTabs}>
          {chosen.map((id) => {
            const account = accounts.get(id)
            if (account === undefined) return null
            return (
              <button
                key={id}
                type="button"
                className={styles.previewTab}
                aria-pressed={id === shown}
                title={accountLabel(account)}
                onClick={() => setWanted(id)}
              >
                <AccountFace
                  account={account}
                  iconUrl={platforms.get(account.platform)?.icon_url ?? ''}
                  size={28}
                />
                <span className="hidden-text">{accountLabel(account)}</span>
              </button>
            )
          })}
        </div>
      )}
      {shown === null ? (
        <GhostPost />
      ) : (
        <ErrorBoundary key={shown}>
          <Suspense fallback={null}>
            <Previews id={shown} />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  )
}

function Previews({ id }: { readonly id: string }) {
  const desk = useDesk()
  // Typing goes first; the preview follows as soon as there is time.
  const content = useLater(useSlice(desk.content, (each) => each))
  return <ShownPreviews id={id} content={content} />
}

const ShownPreviews = memo(
  ({ id, content }: { readonly id: string; readonly content: Parameters<typeof captionFor>[0] }) => {
    const desk = useDesk()
    const places = useSlice(desk.places, (each) => each)
    const account = places.accounts.get(id)
    const platform = platformOf(places, id)
    if (account === undefined || platform === undefined) return null
    const caption = captionFor(content, id, platform.platform)
    const first = { caption, media: mediaFor(content, id, platform.platform) }
    const hasThread = (account.limits.thread_max ?? 1) > 1
    const parts = [first, ...(hasThread ? threadFor(content, id, platform.platform) : [])]
    return parts.map((part, index) => (
      <PartPreview
        // biome-ignore lint/suspicious/noArrayIndexKey: A post of a thread is known by its place alone.
        key={index}
        platform={platform}
        account={account}
        text={part.caption}
        media={part.media}
        at={content.when.kind === 'at' ? content.when.at : null}
      />
    ))
  },
)

/** A part of the post with the card of its link. */
function PartPreview(props: Omit<ComponentProps<typeof PostPreview>, 'link'>) {
  const { platform, media, text } = props
  // Networks that show no card are asked about none.
  const hasCard = platform.preview.link_card !== 'none' && media.length === 0
  return <PostPreview {...props} link={useLinkCard(hasCard ? firstLink(text) : null)} />
}
