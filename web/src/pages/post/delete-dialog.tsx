import type { PostResult, PostWithResults } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { type NamedAccount, useNamedAccounts } from '../../data/accounts.ts'
import { deletePost } from '../../data/delete-post.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { webAddress } from '../../ui/web-address.ts'
import styles from './post.module.css'

interface DeleteDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly post: PostWithResults
  readonly etag: string | undefined
  /** Whether it is public somewhere, so that it is deleted at its networks. */
  readonly isOut: boolean
  /** Called once the post was deleted. */
  readonly onGone: () => void
}

/** Asks before a post is deleted. It names the networks that can delete a public one, and those that can't. */
export function DeleteDialog({ isOpen, onClose, post, etag, isOut, onGone }: DeleteDialogProps) {
  const { t } = useLingui()
  const remove = useDelete(post, etag, isOut)
  const places = usePlaces(post.results ?? [])
  const fixed = places.filter(({ hindrance }) => hindrance !== null)
  const ready = places.filter(({ hindrance }) => hindrance === null)
  const shared = { isOpen, onClose, keep: t`Keep it`, acting: t`Deleting…` }
  if (!isOut)
    return (
      <Confirm {...shared} title={t`Delete this post?`} act={t`Delete post`} onAct={() => remove(onGone)}>
        <p>{t`It is gone for good, with its history.`}</p>
      </Confirm>
    )
  if (fixed.length > 0)
    return (
      <Dialog isOpen={isOpen} onClose={onClose} title={t`This post can't be deleted everywhere`}>
        <p>{t`We delete a post at all of its networks or at none. Delete this one by hand.`}</p>
        <Places title={t`We can't delete it on`} places={fixed} />
        {ready.length > 0 && <Places title={t`We could delete it on`} places={ready} />}
        <DialogActions>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t`Close`}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Confirm
      {...shared}
      title={t`Delete this post from its networks?`}
      act={t`Delete everywhere`}
      onAct={() =>
        remove(() =>
          toast({ text: t`Being deleted at its networks. Each account below says how far it is.` }),
        )
      }
    >
      <Places title={t`We delete it on`} places={ready} />
      <p>{t`It is public now. Its likes and answers go with it. That can't be undone.`}</p>
    </Confirm>
  )
}

function useDelete({ id }: PostWithResults, etag: string | undefined, isOut: boolean) {
  const { api, scope } = useSession()
  const client = useQueryClient()
  return async (onDone: () => void) => {
    await deletePost(api, id, isOut ? { unpublish: true } : {}, { ifMatch: etag })
    onDone()
    // A post that is gone is not read again.
    const isThere = ({ queryKey }: Query) => isOut || queryKey[scope.length + 1] !== id
    await client.invalidateQueries({ queryKey: [...scope, 'posts'], predicate: isThere })
    await client.invalidateQueries({ queryKey: [...scope, 'calendar'] })
  }
}

interface PublicResult {
  readonly result: PostResult
  readonly named: NamedAccount
  /** Why it can't be deleted there; null where it can. */
  readonly hindrance: string | null
}

/** Where a post is public. An account may still lack a permission, which the server says when it is asked. */
function usePlaces(results: readonly PostResult[]): readonly PublicResult[] {
  const { t } = useLingui()
  const named = useNamedAccounts()
  const publicOnes = results.filter(
    ({ status, unpublish }) => status === 'published' && unpublish?.status !== 'done',
  )
  return publicOnes.map((result) => {
    const { social_account_id: id, platform, platform_data: remote } = result
    const account = named(id, platform, remote.username)
    const hindrance = () => {
      if (account.account?.cannot_delete) return account.account.cannot_delete
      if (remote.id !== null && remote.id === remote.url) return t`We don't know its id there.`
      return account.account?.status === 'active' ? null : t`The account isn't connected. Reconnect it first.`
    }
    return { result, named: account, hindrance: hindrance() }
  })
}

function Places({ title, places }: { readonly title: string; readonly places: readonly PublicResult[] }) {
  const { t } = useLingui()
  return (
    <section>
      <h3 className={styles.placesTitle}>{title}</h3>
      <ul className={styles.found}>
        {places.map(({ result, named: { handle, network }, hindrance }) => {
          const url = webAddress(result.platform_data.url)
          return (
            <li key={result.id}>
              {t`${handle} on ${network}`}
              {hindrance !== null && <span className={styles.words}> {hindrance}</span>}{' '}
              {hindrance !== null && url !== null && (
                <a href={url} target="_blank" rel="noopener nofollow ugc">
                  {t`Open`}
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
