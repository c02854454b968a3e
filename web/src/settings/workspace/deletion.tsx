import { ApiError } from '@crier/sdk'
import type { Workspace } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useProven } from '../../session/fresh-proof.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Section } from '../section.tsx'
import { useFreshPerson } from '../use-person-change.ts'

/** Deletes the workspace, which an owner can take back for seven days. */
export function Deletion({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title={t`Delete it`}
      lead={t`Nothing more is published and its keys stop, at once. For seven days an owner can restore it.`}
      actions={
        <Button
          variant="outline"
          color="red"
          onClick={() => setOpen(true)}
        >{t`Delete this workspace`}</Button>
      }
    >
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t`Delete ${workspace.name}?`}>
        <Ask workspace={workspace} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  )
}

function Ask({ workspace, onClose }: { readonly workspace: Workspace; readonly onClose: () => void }) {
  const { t } = useLingui()
  const router = useRouter()
  const proven = useProven()
  const readPersonAgain = useFreshPerson()
  const [name, setName] = useState('')
  const remove = useAction(async () => {
    await proven(() => app.deleteWorkspace(workspace.id, { name }))
    onClose()
    await router.navigate({ to: '/workspaces/new' })
    await readPersonAgain()
  })
  const isMistyped = remove.error instanceof ApiError && remove.error.status === 422
  return (
    <Form
      onSubmit={() => void remove.start()}
      error={isMistyped ? null : remove.error}
      actions={
        <DialogActions>
          <Button variant="default" onClick={onClose}>{t`Keep it`}</Button>
          <Button type="submit" color="red" aria-disabled={remove.isBusy}>
            {remove.isBusy ? t`Deleting…` : t`Delete it`}
          </Button>
        </DialogActions>
      }
    >
      <p>{t`Planned posts don't go out, people can't open it, and programs are refused. After seven days its accounts are signed out and everything in it is gone. Published posts stay on their networks.`}</p>
      <TextInput
        label={t`Its name, to be sure: ${workspace.name}`}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultAt(remove.error, '/name') ?? (isMistyped ? t`This is not its name.` : undefined)}
      />
    </Form>
  )
}
