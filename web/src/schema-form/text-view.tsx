import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../time/format.ts'
import { instantOf, readDay, wallTimeAt } from '../time/zone.ts'
import { SecretInput } from '../ui/secret-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { AskedChoiceView } from './asked-choices.tsx'
import { useFormTools, useProblem } from './form-tools.ts'
import type { NumberField, TextField } from './read-schema.ts'
import type { ViewProps } from './view-props.ts'

/** Words, an address, a moment, a medium or a secret. */
export function TextView(props: ViewProps<TextField>) {
  const { mediaField, askChoices } = useFormTools()
  const { field, value, onChange, pointer, label } = props
  const problem = useProblem(pointer)
  if (field.format === 'date-time') return <MomentView {...props} />
  if (field.format === 'media-id' && mediaField !== undefined)
    return mediaField({ label, hint: field.hint, value: asText(value) || undefined, onChange, problem })
  if (field.isAsked && askChoices !== undefined)
    return <AskedChoiceView {...props} fallback={<PlainText {...props} />} />
  return <PlainText {...props} />
}

/** A field in which one types. */
function PlainText({ field, value, onChange, pointer, label, isRequired }: ViewProps<TextField>) {
  const problem = useProblem(pointer)
  const common = {
    label,
    description: field.hint,
    error: problem,
    'aria-required': isRequired,
    value: asText(value),
    maxLength: field.most ?? undefined,
    placeholder: field.example ?? (typeof field.initial === 'string' ? field.initial : undefined),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value),
  }
  if (field.format === 'password') return <SecretText {...common} />
  return (
    <TextInput
      {...common}
      inputMode={field.format === 'uri' ? 'url' : undefined}
      autoCapitalize="none"
      spellCheck={field.format === null && (field.most === null || field.most > 300)}
    />
  )
}

function SecretText(props: Omit<Parameters<typeof SecretInput>[0], 'showWords'>) {
  const { t } = useLingui()
  return <SecretInput {...props} showWords={t`Show what is typed`} />
}

/** A moment, on the clock of the workspace. */
function MomentView({ field, value, onChange, pointer, label, isRequired }: ViewProps<TextField>) {
  const { t } = useLingui()
  const { zone, place } = useTimeFormat()
  const problem = useProblem(pointer)
  const shown = typeof value === 'string' ? writeLocal(zone, value) : ''
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={field.hint === null ? t`Time in ${place}` : `${field.hint} ${t`Time in ${place}`}`}
      error={problem}
      aria-required={isRequired}
      value={shown}
      onChange={(event) => onChange(readLocal(zone, event.currentTarget.value))}
    />
  )
}

/** A number; anything else that was typed stays visible and is sent as it is, so that the server says what is wrong. */
export function NumberView({ field, value, onChange, pointer, label, isRequired }: ViewProps<NumberField>) {
  const problem = useProblem(pointer)
  const initial = typeof field.initial === 'number' ? String(field.initial) : undefined
  return (
    <TextInput
      label={label}
      description={field.hint}
      error={problem}
      aria-required={isRequired}
      inputMode={field.isWhole ? 'numeric' : 'decimal'}
      placeholder={field.example ?? initial}
      value={typeof value === 'number' ? String(value) : asText(value)}
      onChange={(event) => onChange(readNumber(event.currentTarget.value))}
    />
  )
}

/** Undefined for nothing, the text itself where it is no number as it would be written again, such as `1.`. */
function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return String(Number(trimmed)) === trimmed ? Number(trimmed) : text
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function writeLocal(zone: string, iso: string): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return ''
  const { year, month, day, hour, minute } = wallTimeAt(zone, at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

function readLocal(zone: string, text: string): string | undefined {
  const [day, time] = text.split('T')
  const [hour, minute] = (time ?? '').split(':').map(Number)
  if (day === undefined || hour === undefined || minute === undefined) return undefined
  return new Date(instantOf(zone, { ...readDay(day), hour, minute })).toISOString()
}
