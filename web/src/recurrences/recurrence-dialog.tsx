import type { Recurrence } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { AccountChoice } from '../accounts/account-choice.tsx'
import { useAccountsById } from '../data/accounts.ts'
import { MediaField } from '../media/field/media-field.tsx'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../ui/form.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toasts.tsx'
import { useUnsaved } from '../ui/use-unsaved.tsx'
import { leaveToLibrary } from '../uploads/upload-list.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import { type ContentForm, contentChanges, contentOf } from './content-changes.ts'
import { useRecurrencesChanged } from './recurrence-queries.ts'
import { RuleFields, rulePointers } from './rule-fields.tsx'
import { type RuleForm, ruleFormOf, timedRuleOf } from './rule-form.ts'
import { RuleSummary } from './rule-summary.tsx'
import { leftWords } from './use-recurrence-acts.ts'
import { VariationFields } from './variation-fields.tsx'

interface RecurrenceDialogProps {
  readonly recurrence: Recurrence
  readonly onClose: () => void
}

/** Changes the words, the media, the accounts and the rule of a recurrence. */
export function RecurrenceDialog({ recurrence, onClose }: RecurrenceDialogProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useRecurrencesChanged()
  const [form, setForm] = useState<RuleForm>(() => ruleFormOf(recurrence))
  const [content, setContent] = useState<ContentForm>(() => contentOf(recurrence))
  const change = (part: Partial<ContentForm>) => setContent((before) => ({ ...before, ...part }))
  const { caption, texts, accounts } = content
  const timed = timedRuleOf(form)
  const uploads = useFieldUploads(recurrence.id)
  const save = useAction(async () => {
    if (timed === null || uploads.isComing) return
    const changes = contentChanges(recurrence, content)
    const { posts } = await api.recurrences.update(recurrence.id, { ...changes, ...timed })
    await changed()
    toast({ text: [t`Saved. The posts to come follow.`, leftWords(posts.left)].join(' ').trim() })
    onClose()
  })
  const isChanged =
    JSON.stringify(form) !== JSON.stringify(ruleFormOf(recurrence)) ||
    Object.keys(contentChanges(recurrence, content)).length > 0
  const { close, question } = useUnsaved(isChanged && !save.isBusy, onClose)
  return (
    <Dialog isOpen onClose={close} title={t`Edit what repeats`} width="wide">
      <Form
        onSubmit={() => void save.start()}
        error={save.error}
        fields={[
          '/caption',
          '/social_accounts',
          ...rulePointers,
          ...texts.map((_, index) => `/variations/${index}/caption`),
        ]}
        actions={
          <DialogActions>
            <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" aria-disabled={save.isBusy || timed === null || uploads.isComing}>
              {save.isBusy ? t`Saving…` : t`Save`}
            </Button>
          </DialogActions>
        }
      >
        {texts.length === 0 && (
          <Textarea
            label={t`Text`}
            rows={4}
            dir="auto"
            value={caption}
            onChange={({ currentTarget }) => change({ caption: currentTarget.value })}
            error={faultAt(save.error, '/caption')}
          />
        )}
        <VariationFields
          own={caption}
          captions={texts}
          error={save.error}
          onChange={(next) => change({ texts: next })}
        />
        <Media owner={uploads.owner} content={content} onChange={(media) => change({ media })} />
        <AccountChoice
          chosen={accounts}
          onChange={(next) => change({ accounts: next })}
          fault={faultAt(save.error, '/social_accounts')}
        />
        <RuleFields
          form={form}
          error={save.error}
          onChange={(next) => setForm((before) => ({ ...before, ...next }))}
        />
        <RuleSummary timed={timed && { ...timed, timezone: recurrence.timezone }} />
      </Form>
      {question}
    </Dialog>
  )
}

interface MediaProps {
  readonly owner: string
  readonly content: ContentForm
  readonly onChange: (media: ContentForm['media']) => void
}

function Media({ owner, content: { media, accounts }, onChange }: MediaProps) {
  const known = useAccountsById()
  const limits = accounts.flatMap((id) => known.get(id)?.limits.media ?? [])
  return <MediaField value={media} onChange={onChange} limits={limits} problems={[]} owner={owner} />
}

/** The files that are on their way into the dialog. When it closes, the library takes those that have not arrived. */
function useFieldUploads(id: string): { readonly owner: string; readonly isComing: boolean } {
  const owner = `recurrence ${id}`
  const uploads = useUploads(owner)
  useEffect(() => () => leaveToLibrary(owner), [owner])
  return { owner, isComing: uploads.length > 0 }
}
