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
  const said = sayType(type)
  const words = parameter.required ? t`${said}, required` : said
  const common = {
    label: (
      <>
        <code>{name}</code> <small>{words}</small>
      </>
    ),
    description: (description !== undefined || type.isList) && (
      <Words text={description} choices={type.isList ? type.choices : []} />
    ),
    isDescribedBelow: true,
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

/** The description of a parameter, and the values of which it takes several. */
function Words({
  text,
  choices,
}: {
  readonly text: string | undefined
  readonly choices: readonly string[]
}) {
  return (
    <>
      {text !== undefined && <MarkdownLine text={text} />}
      {choices.length > 0 && <span className={styles.choices}>{choices.join(', ')}</span>}
    </>
  )
}

/** Larger than anybody would ask for: the server knows an end because its numbers have one. */
const noLimit = 2_147_483_647

/** The type of a parameter in words. */
function useTypeWords(): (type: ParameterType) => string {
  const { t } = useLingui()
  return ({ kind, name, minimum, maximum, isList, choices }) => {
    if (isList) return t`several, with commas`
    if (kind === 'boolean') return t`true or false`
    if (kind === 'choice') return t`one of ${choices.length}`
    if (kind === 'text') return name === 'string' ? t`text` : name
    const hasEnd = minimum !== null && maximum !== null && maximum < noLimit
    return hasEnd ? t`number from ${minimum} to ${maximum}` : t`number`
  }
}
