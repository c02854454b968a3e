import type { Recurrence, UpdateRecurrenceInput } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../ui/form.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toasts.tsx'
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

/** Changes the words and the rule of a recurrence. */
export function RecurrenceDialog({ recurrence, onClose }: RecurrenceDialogProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useRecurrencesChanged()
  const [form, setForm] = useState<RuleForm>(() => ruleFormOf(recurrence))
  const [caption, setCaption] = useState(recurrence.caption)
  const [texts, setTexts] = useState(() => textsOf(recurrence))
  const timed = timedRuleOf(form)
  const save = useAction(async () => {
    if (timed === null) return
    const content = contentChanges(recurrence, { caption, texts })
    const { posts } = await api.recurrences.update(recurrence.id, { ...content, ...timed })
    await changed()
    toast({ text: [t`Saved. The posts to come follow.`, leftWords(posts.left)].join(' ').trim() })
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={t`Edit what repeats`} width="wide">
      <Form
        onSubmit={() => void save.start()}
        error={save.error}
        fields={['/caption', ...rulePointers, ...texts.map((_, index) => `/variations/${index}/caption`)]}
        actions={
          <DialogActions>
            <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" aria-disabled={save.isBusy || timed === null}>
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
            onChange={({ currentTarget }) => setCaption(currentTarget.value)}
            error={faultAt(save.error, '/caption')}
          />
        )}
        <VariationFields captions={texts} error={save.error} onChange={setTexts} />
        <RuleFields
          form={form}
          error={save.error}
          onChange={(next) => setForm((before) => ({ ...before, ...next }))}
        />
        <RuleSummary timed={timed && { ...timed, timezone: recurrence.timezone }} />
      </Form>
    </Dialog>
  )
}

function textsOf({ variations, caption }: Recurrence): string[] {
  return variations.map((each) => each.caption ?? caption)
}

/** The members in which the words differ; media that take turns stay where they are. */
function contentChanges(
  recurrence: Recurrence,
  { caption, texts }: { readonly caption: string; readonly texts: readonly string[] },
): UpdateRecurrenceInput {
  const before = textsOf(recurrence)
  const isSame = before.length === texts.length && before.every((text, index) => text === texts[index])
  return {
    ...(caption === recurrence.caption ? {} : { caption }),
    ...(isSame
      ? {}
      : { variations: texts.map((text, index) => ({ ...recurrence.variations[index], caption: text })) }),
  }
}
