import type { MediaDetail } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'

// Posts that are public or canceled keep no medium from being deleted.
const over = ['posted', 'partial', 'canceled']

/** Deletes a medium that no post needs; says which posts need it otherwise. */
export function DeleteMedium({ medium }: { readonly medium: MediaDetail }) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { name, used_in: used } = medium
  const needing = used.posts.filter(({ status }) => !over.includes(status))
  const remove = async () => {
    await api.media.delete(medium.id)
    client.removeQueries({ queryKey: [...scope, 'media', 'detail', medium.id] })
    void client.invalidateQueries({ queryKey: [...scope, 'media', 'list'] })
    await navigate({ to: '/library', replace: true })
    toast({ text: t`‘${name}’ is deleted.` })
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>{t`Delete…`}</Button>
      {needing.length > 0 ? (
        <Dialog isOpen={isOpen} onClose={close} title={t`‘${name}’ is in use`}>
          <p>
            <NeededBy statuses={needing.map(({ status }) => status)} /> {t`Remove it there first.`}
          </p>
          <DialogActions>
            <Button variant="default" data-autofocus onClick={close}>{t`Keep it`}</Button>
            <Button
              onClick={() => {
                close()
                // The dialog gives the focus back to its button first.
                requestAnimationFrame(() => {
                  const place = document.getElementById('used-in')
                  place?.scrollIntoView({ block: 'center' })
                  place?.focus({ preventScroll: true })
                })
              }}
            >{t`Show them`}</Button>
          </DialogActions>
        </Dialog>
      ) : (
        <Confirm
          isOpen={isOpen}
          onClose={close}
          title={t`Delete ‘${name}’?`}
          keep={t`Keep it`}
          act={t`Delete`}
          acting={t`Deleting…`}
          onAct={remove}
        >
          <p>
            {used.total === 0
              ? t`No post uses it. It can't be brought back.`
              : t`${plural(used.total, { one: '# post that is over used it, and stays as it is.', other: '# posts that are over used it, and stay as they are.' })} The file can't be brought back.`}
          </p>
        </Confirm>
      )}
    </>
  )
}

/** `Used in 2 scheduled posts and 1 draft.` */
function NeededBy({
  statuses,
}: {
  readonly statuses: readonly MediaDetail['used_in']['posts'][number]['status'][]
}) {
  const { t, i18n } = useLingui()
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length
  const [drafts, scheduled] = [count('draft'), count('scheduled')]
  const others = statuses.length - drafts - scheduled
  const parts = [
    scheduled > 0 && t`${plural(scheduled, { one: '# scheduled post', other: '# scheduled posts' })}`,
    drafts > 0 && t`${plural(drafts, { one: '# draft', other: '# drafts' })}`,
    others > 0 &&
      t`${plural(others, { one: '# post that may still go out', other: '# posts that may still go out' })}`,
  ].filter((part) => part !== false)
  const list = new Intl.ListFormat(i18n.locale).format(parts)
  return t`Used in ${list}.`
}
