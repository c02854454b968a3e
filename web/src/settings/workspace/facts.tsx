import type { UpdateWorkspaceInput, Workspace } from '@crier/sdk/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { Form, faultAt, useAction, useSaving } from '../../ui/form.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEdited } from '../../ui/use-edited.ts'
import { Section } from '../section.tsx'
import { useShown } from '../use-shown.ts'
import { useWorkspaceChange } from './workspace-queries.ts'

interface FactsProps {
  readonly workspace: Workspace
  readonly mayChange: boolean
}

/** The name of the workspace, and how its pages behave. */
export function Facts({ workspace, mayChange }: FactsProps) {
  const { t } = useLingui()
  const { id, name: before } = workspace
  const change = useWorkspaceChange(id)
  const [name, setName] = useEdited(before)
  const save = useAction(async () => {
    await change({ name })
    toast({ text: t`The workspace is called ${name} now.`, undo: () => change({ name: before }) })
  })
  return (
    <Section title={t`General`}>
      <Form
        width="narrow"
        onSubmit={() => void save.start()}
        error={save.error}
        fields={['/name']}
        actions={
          mayChange &&
          name !== before && (
            <Button type="submit" variant="default" aria-disabled={save.isBusy}>
              {save.isBusy ? t`Saving…` : t`Save the name`}
            </Button>
          )
        }
      >
        <TextInput
          label={t`Name`}
          required
          readOnly={!mayChange}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultAt(save.error, '/name')}
        />
      </Form>
      <Behaviour workspace={workspace} mayChange={mayChange} />
    </Section>
  )
}

const undoSeconds = [0, 5, 10, 20, 30, 60]
type WeekStart = Workspace['week_start']

function Behaviour({ workspace, mayChange }: FactsProps) {
  const { t } = useLingui()
  const change = useWorkspaceChange(workspace.id)
  const save = useSaving((next: UpdateWorkspaceInput) => change(next))
  const starts: Readonly<Record<WeekStart, string>> = {
    locale: t`As usual in the language of each person`,
    monday: t`Monday`,
    sunday: t`Sunday`,
    saturday: t`Saturday`,
  }
  const [waits, wait] = useShown(workspace.undo_seconds, (to) => save.start({ undo_seconds: to }))
  const [start, begin] = useShown(workspace.week_start, (to) => save.start({ week_start: to }))
  const steps = [...new Set([...undoSeconds, waits])].sort((one, other) => one - other)
  return (
    <>
      <NativeSelect
        label={t`Publish now waits`}
        description={t`For so long, Undo takes back a post that you publish at once.`}
        style={{ maxWidth: 360 }}
        disabled={!mayChange}
        value={String(waits)}
        onChange={(event) => wait(Number(event.currentTarget.value))}
      >
        {steps.map((each) => (
          <option key={each} value={each}>
            {each === 0 ? t`Not at all` : plural(each, { one: '# second', other: '# seconds' })}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label={t`Weeks begin on`}
        style={{ maxWidth: 360 }}
        disabled={!mayChange}
        value={start}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          if (chosen in starts) begin(chosen as WeekStart)
        }}
      >
        {Object.entries(starts).map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </NativeSelect>
      {save.error !== null && <Fault error={save.error} />}
    </>
  )
}
