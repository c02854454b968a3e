import type { PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNamedAccounts } from '../../data/accounts.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { sayFailure } from '../../ui/say-failure.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import styles from './post.module.css'

interface CorrectButtonProps {
  readonly result: PostResult
  /** The results of the post, this one among them. */
  readonly all: readonly PostResult[]
  /** The part of the result; left out, it is the post itself. */
  readonly part?: PostResult['parts'][number]
}

/** Opens the dialog for a text that is public where public texts can be changed. Elsewhere there is no button. */
export function CorrectButton({ result, all, part }: CorrectButtonProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const { platform, handle } = useNamedAccounts()(
    result.social_account_id,
    result.platform,
    result.platform_data.username,
  )
  const [isOpen, setOpen] = useState(false)
  const { status, platform_data: remote, edit } = part ?? result
  const isPublic = part === undefined ? remote.id !== null : status === 'published'
  const isBusy = edit?.status === 'pending' || result.unpublish?.status === 'pending'
  if (!isPublic || isBusy || !platform?.edits || !isAtLeast(workspace.role, 'editor')) return null
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t`Correct the text…`}
        <span className="hidden-text"> {handle}</span>
      </Button>
      <CorrectDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        result={result}
        all={all}
        part={part?.position ?? 0}
        text={part?.text ?? result.caption}
      />
    </>
  )
}

/** The public words, where they are no longer those of the post, and how far the last correction is. */
export function EditLines({ result, caption }: { readonly result: PostResult; readonly caption: string }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { edited_at: at, caption: shown } = result
  return (
    <>
      {at !== null && (
        <p className={styles.words}>
          {t`Corrected ${format.exact(at)}.`}{' '}
          {shown !== caption && <q className={styles.publicWords}>{shown}</q>}
        </p>
      )}
      <EditLine edit={result.edit} />
    </>
  )
}

/** How far a correction is that was asked for; nothing once it is made. */
export function EditLine({ edit }: { readonly edit: PostResult['edit'] }) {
  const { t } = useLingui()
  if (edit === null || edit.status === 'done') return null
  const reason = edit.error === null ? '' : sayFailure(edit.error)
  return (
    <p className={styles.words} role="status">
      {edit.status === 'pending' && t`Being corrected at the network. ${reason}`}
      {edit.status === 'failed' && t`Could not be corrected at the network: ${reason}`}
    </p>
  )
}
