import type { Choice } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NativeSelect } from '../ui/native-select.tsx'
import { useFormTools, useProblem } from './form-tools.ts'
import { GroupField, TickGroup } from './group-field.tsx'
import type { Field, ListField, TextField } from './read-schema.ts'
import type { ViewProps } from './view-props.ts'

interface Fallible<F extends Field> extends ViewProps<F> {
  readonly fallback: ReactNode
}

/** Asks the network of the account, once while the form is open. */
function useAskedChoices(option: string): { choices: readonly Choice[] | null; isFailed: boolean } {
  const { askChoices, askedBy = [] } = useFormTools()
  const { data, isError } = useQuery({
    queryKey: [...askedBy, 'choices', option],
    enabled: askChoices !== undefined,
    staleTime: 60_000,
    queryFn: async () => (await askChoices?.(option)) ?? [],
  })
  return { choices: data ?? null, isFailed: isError }
}

/** One value of those that the network offers. Where it cannot be asked, the value is typed in. */
export function AskedChoiceView({ fallback, ...props }: Fallible<TextField>) {
  const { t } = useLingui()
  const { field, name, value, onChange, pointer, label } = props
  const { choices, isFailed } = useAskedChoices(name)
  const problem = useProblem(pointer)
  if (isFailed) return fallback
  const known = choices ?? []
  const current = typeof value === 'string' ? value : ''
  const isUnknown = current !== '' && !known.some((choice) => choice.value === current)
  return (
    <NativeSelect
      label={label}
      description={field.hint}
      error={problem}
      value={current}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: choices === null ? t`Asking the network…` : t`Not set` },
        ...(isUnknown ? [{ value: current, label: current }] : []),
        ...known.map((choice) => ({ value: choice.value, label: wordsOf(choice) })),
      ]}
    />
  )
}

/** Several values of those that the network offers. Where it cannot be asked, they are typed in. */
export function AskedListView({
  field,
  name,
  value,
  onChange,
  pointer,
  label,
  fallback,
}: Fallible<ListField>) {
  const { t } = useLingui()
  const { choices, isFailed } = useAskedChoices(name)
  const problem = useProblem(pointer)
  if (isFailed) return fallback
  const chosen = Array.isArray(value) ? value.map(String) : []
  const known = (choices ?? []).map((choice) => ({ value: choice.value, label: wordsOf(choice) }))
  const unknown = chosen.filter((each) => !known.some((choice) => choice.value === each))
  const all = [...known, ...unknown.map((each) => ({ value: each, label: each }))]
  return (
    <GroupField label={label} hint={field.hint} problem={problem}>
      {choices === null ? <p>{t`Asking the network…`}</p> : null}
      {choices?.length === 0 && unknown.length === 0 ? <p>{t`The network offers none.`}</p> : null}
      <TickGroup
        choices={all}
        chosen={chosen}
        onChange={(next) => onChange(next.length === 0 ? undefined : next)}
      />
    </GroupField>
  )
}

function wordsOf({ label, detail }: Choice): string {
  return detail === null || detail === '' ? label : `${label} (${detail})`
}
