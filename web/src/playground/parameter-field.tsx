import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { Parameter } from './api-document.ts'
import { describeSchema, type ParameterType } from './describe-schema.ts'
import styles from './form.module.css'
import { MarkdownLine } from './markdown.tsx'

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  /** Values that the person has seen, such as ids of earlier answers. */
  readonly suggestions?: readonly string[]
}

/** A parameter of the path or the query, with its type. */
export function ParameterField({ parameter, value, onChange, error, suggestions = [] }: ParameterFieldProps) {
  const { name, description, schema } = parameter
  const { t } = useLingui()
  const listId = useId()
  const type = describeSchema(schema)
  const sayType = useTypeWords()
  const words = parameter.required ? t`${sayType(type)}, required` : sayType(type)
  const common = {
    label: (
      <>
        <code>{name}</code> <small>{words}</small>
      </>
    ),
    description: description && <MarkdownLine text={description} />,
    error,
    className: styles.parameter,
    value,
    'aria-required': parameter.required || undefined,
    // A form that was refused leads to its first fault.
    'data-parameter': name,
  }
  const choices = type.kind === 'boolean' ? ['true', 'false'] : type.choices
  if (choices.length > 0 && !type.isList)
    return (
      <NativeSelect {...common} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{type.preset ?? t`Not sent`}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </NativeSelect>
    )
  const offered = suggestions.length > 0 ? suggestions : choices
  return (
    <>
      <TextInput
        {...common}
        inputMode={type.kind === 'number' ? 'numeric' : 'text'}
        spellCheck={false}
        placeholder={type.preset ?? undefined}
        list={offered.length > 0 ? listId : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {offered.length > 0 && (
        <datalist id={listId}>
          {offered.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** The type of a parameter in words. */
function useTypeWords(): (type: ParameterType) => string {
  const { t } = useLingui()
  const one = ({ kind, name, minimum, maximum }: ParameterType) => {
    if (kind === 'boolean') return t`true or false`
    if (kind === 'choice') return null
    if (kind !== 'number') return name === 'string' ? t`text` : name
    return minimum === null || maximum === null ? t`number` : t`number from ${minimum} to ${maximum}`
  }
  return (type) => {
    const said = one(type)
    if (!type.isList) return said ?? t`one of ${type.choices.length}`
    const all = type.choices.join(', ')
    return said === null ? t`several of ${all}` : t`several, with commas`
  }
}
