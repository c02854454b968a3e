import type { FieldProblem } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { FieldView } from './field-view.tsx'
import { type FormTools, FormToolsProvider } from './form-tools.ts'
import { membersOf } from './members.ts'
import { type Member, readField } from './read-schema.ts'
import styles from './schema-form.module.css'
import { translateField, useServerWords } from './server-words.ts'

/** The values that were filled in, by the names of their fields. A field that is empty is left out. */
export type Filled = Readonly<Record<string, unknown>>

interface SchemaFormProps extends Omit<FormTools, 'problems'> {
  /** The JSON Schema of an object. */
  readonly schema: unknown
  readonly value: Filled
  readonly onChange: (next: Filled) => void
  /** The faults that the server found in the values; each is shown beside its field, by its JSON pointer. */
  readonly problems?: readonly FieldProblem[]
  /** The pointer of the values in the request, such as `/fields`; empty where they are the request. */
  readonly at?: string
  /** The names of members that the page shows elsewhere. */
  readonly without?: readonly string[]
  /** The heading of the part that holds what may be left out, folded; everything is open unless given. */
  readonly fold?: string
}

/** A form that is drawn from a JSON Schema. The server judges the values; the form only asks for them. */
export function SchemaForm({ schema, value, onChange, problems = [], ...props }: SchemaFormProps) {
  const { at = '', without = [], fold, askChoices, askedBy, mediaField } = props
  const say = useServerWords()
  const read = useMemo(() => readField(schema), [schema])
  const field = translateField(read, say)
  const form = field.kind === 'object' ? field : null
  const tools = useMemo(
    () => ({ problems, askChoices, askedBy, mediaField }),
    [problems, askChoices, askedBy, mediaField],
  )
  const members =
    form === null
      ? [{ name: '', isRequired: false, field }]
      : membersOf(form, value).filter(({ name }) => !without.includes(name))
  const show = (member: Member) => (
    <FieldView
      key={member.name}
      member={member}
      pointer={form === null ? at : `${at}/${member.name}`}
      value={form === null ? value : value[member.name]}
      onChange={(next) => onChange(form === null ? asFilled(next) : withMember(value, member.name, next))}
    />
  )
  const isFolded = ({ isRequired }: Member) => fold !== undefined && !isRequired
  const hidden = members.filter(isFolded)
  const isWrong = hidden.some(({ name }) => problems.some(({ pointer }) => isIn(pointer, `${at}/${name}`)))
  return (
    <FormToolsProvider value={tools}>
      <div className={styles.form}>
        <OtherProblems problems={problems} at={at} members={members} />
        {members.filter((member) => !isFolded(member)).map(show)}
        {hidden.length > 0 && (
          <details className={styles.fold} open={isWrong || undefined}>
            <summary>{fold}</summary>
            <div className={styles.form}>{hidden.map(show)}</div>
          </details>
        )}
      </div>
    </FormToolsProvider>
  )
}

/** Problems of the values for which there is no field. */
function OtherProblems({
  problems,
  at,
  members,
}: {
  readonly problems: readonly FieldProblem[]
  readonly at: string
  readonly members: readonly Member[]
}) {
  const { t } = useLingui()
  const others = problems.filter(
    ({ pointer }) => isIn(pointer, at) && !members.some(({ name }) => isIn(pointer, `${at}/${name}`)),
  )
  if (others.length === 0) return null
  return (
    <ul className={styles.problems} aria-label={t`Problems`}>
      {others.map(({ pointer, detail }) => (
        <li key={`${pointer} ${detail}`}>{detail}</li>
      ))}
    </ul>
  )
}

/** The values with one of them changed; undefined leaves it out. */
function withMember(value: Filled, name: string, next: unknown): Filled {
  const { [name]: _former, ...others } = value
  return next === undefined ? others : { ...value, [name]: next }
}

function isIn(pointer: string, at: string): boolean {
  return pointer === at || pointer.startsWith(`${at}/`)
}

function asFilled(value: unknown): Filled {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
