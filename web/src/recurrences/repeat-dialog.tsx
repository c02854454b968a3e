import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { requestOf } from '../composer/content.ts'
import { useDesk } from '../composer/desk.ts'
import { newId } from '../composer/new-id.ts'
import { deletePost } from '../data/delete-post.ts'
import { weekdays } from '../pages/queue/queue-queries.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { dayAt } from '../time/zone.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Form, useAction } from '../ui/form.tsx'
import { toast } from '../ui/toasts.tsx'
import { useUnsaved } from '../ui/use-unsaved.tsx'
import { useRecurrencesChanged } from './recurrence-queries.ts'
import { RuleFields, rulePointers } from './rule-fields.tsx'
import { newRuleForm, type RuleForm, timedRuleOf } from './rule-form.ts'
import { RuleSummary } from './rule-summary.tsx'
import { VariationFields } from './variation-fields.tsx'

/** Turns what the composer holds into a recurrence; the draft of it goes. */
export function RepeatDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { first, own } = useFirst()
  const [form, setForm] = useState(first)
  const [texts, setTexts] = useState<string[]>([])
  const timed = timedRuleOf(form)
  const repeat = useRepeat()
  const making = useAction(async () => {
    if (timed === null) return
    await repeat({ ...timed, variations: texts.map((caption) => ({ caption })) })
    onClose()
  })
  const isChanged = texts.length > 0 || JSON.stringify(form) !== JSON.stringify(first)
  const { close, question } = useUnsaved(isChanged && !making.isBusy, onClose)
  return (
    <Dialog isOpen onClose={close} title={t`Repeat this post`} width="wide">
      <Form
        onSubmit={() => void making.start()}
        error={making.error}
        fields={[...rulePointers, ...texts.map((_, index) => `/variations/${index}/caption`)]}
        actions={
          <DialogActions>
            <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" aria-disabled={making.isBusy || timed === null}>
              {making.isBusy ? t`One moment…` : t`Repeat it`}
            </Button>
          </DialogActions>
        }
      >
        <RuleFields
          form={form}
          error={making.error}
          onChange={(next) => setForm((before) => ({ ...before, ...next }))}
        />
        <RuleSummary timed={timed} />
        <VariationFields own={own} captions={texts} error={making.error} onChange={setTexts} />
      </Form>
      {question}
    </Dialog>
  )
}

/**
 * The rule that one finds first: every week, on the day and at the time that the post has, or from today on at nine. It comes with
 * the words of the post itself.
 */
function useFirst(): { readonly first: RuleForm; readonly own: string } {
  const desk = useDesk()
  const { timezone } = desk.session.workspace
  const [found] = useState(() => {
    const { when, caption } = desk.content.read()
    const at = when.kind === 'at' ? Date.parse(when.at) : nowAtServer()
    const day = dayAt(timezone, at)
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
    const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'mon'
    const first = newRuleForm(day, weekday, when.kind === 'at' ? clock.format(at) : '09:00')
    return { first, own: caption }
  })
  return found
}

function useRepeat() {
  const { t } = useLingui()
  const desk = useDesk()
  const navigate = useNavigate()
  const changed = useRecurrencesChanged()
  const asked = useRef({ body: '', key: '' })
  return async (
    timed: NonNullable<ReturnType<typeof timedRuleOf>> & { readonly variations: { caption: string }[] },
  ) => {
    const { session, saver, content, id } = desk
    const { scheduled_at: _at, late_policy, ...request } = requestOf(content.read(), desk.places.read())
    saver.hold(true)
    let made: { readonly id: string }
    try {
      await saver.settled()
      const late = late_policy === 'publish_always' || late_policy === undefined ? {} : { late_policy }
      const body = { ...request, ...late, ...timed }
      // Where the answer was lost, a second press asks for what the first one made.
      const text = JSON.stringify(body)
      if (asked.current.body !== text) asked.current = { body: text, key: `repeat-${newId()}` }
      made = await session.api.recurrences.create(body, { idempotencyKey: asked.current.key })
    } catch (error) {
      saver.hold(false)
      throw error
    }
    if (saver.keeping.read().saved !== null) await deletePost(session.api, id).catch(() => undefined)
    await saver.end()
    await changed()
    toast({ text: t`It repeats from now on.` })
    await navigate({ to: '/recurrences', hash: made.id })
  }
}
