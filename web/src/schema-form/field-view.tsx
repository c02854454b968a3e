import { BooleanView, ChoiceView } from './choice-view.tsx'
import { JsonView } from './json-view.tsx'
import { ListView } from './list-view.tsx'
import { ObjectView } from './object-view.tsx'
import { type Field, humanize, type Member } from './read-schema.ts'
import { NumberView, TextView } from './text-view.tsx'
import type { ViewProps } from './view-props.ts'

interface FieldViewProps extends Omit<ViewProps, 'field' | 'name' | 'label' | 'isRequired'> {
  readonly member: Member
}

/** One field of a form with its label, hint and problem. */
export function FieldView({ member, ...rest }: FieldViewProps) {
  const { name, field, isRequired } = member
  return (
    <OneField
      {...rest}
      name={name}
      field={field}
      isRequired={isRequired}
      label={field.title ?? humanize(name)}
    />
  )
}

// Lists and objects hold fields of any kind again.
const showField = (props: ViewProps) => <OneField {...props} />

/** A field of any kind. */
function OneField({ field, ...props }: ViewProps) {
  switch (field.kind) {
    case 'text':
      return <TextView {...props} field={field} />
    case 'number':
      return <NumberView {...props} field={field} />
    case 'boolean':
      return <BooleanView {...props} field={field} />
    case 'choice':
      return <ChoiceView {...props} field={field} />
    case 'list':
      return <ListView {...props} field={field} show={showField} />
    case 'object':
      return <ObjectView {...props} field={field} show={showField} />
    case 'either':
      return (
        <OneField {...props} field={fittingField(field.fields, props.value) ?? { ...field, kind: 'json' }} />
      )
    case 'json':
      return <JsonView {...props} field={field} />
  }
}

/** The form that shows a value without losing any of it; a new one is written in the first. */
function fittingField(fields: readonly Field[], value: unknown): Field | null {
  if (value === undefined) return fields[0] ?? null
  return fields.find((field) => shows(field, value)) ?? null
}

function shows(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return field.choices.some((choice) => choice.value === value)
    case 'list':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'either':
      return fittingField(field.fields, value) !== null
    case 'json':
      return true
  }
}
