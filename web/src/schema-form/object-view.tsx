import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Button } from '../ui/button.tsx'
import { useProblem } from './form-tools.ts'
import { GroupField } from './group-field.tsx'
import { firstValue, membersOf } from './members.ts'
import { humanize, type ObjectField } from './read-schema.ts'
import styles from './schema-form.module.css'
import type { HoldingProps } from './view-props.ts'

/** Fields that belong together. Optional ones appear once they are asked for. */
export function ObjectView({
  field,
  value,
  onChange,
  pointer,
  label,
  isRequired,
  show,
}: HoldingProps<ObjectField>) {
  const { t } = useLingui()
  const problem = useProblem(pointer, false)
  const known = isObject(value) ? value : null
  if (known === null && !isRequired)
    return (
      <GroupField label={label} hint={field.hint} problem={problem}>
        <Button variant="default" className={styles.add} onClick={() => onChange(firstValue(field))}>
          {t`Add`} <span className="hidden-text">{label}</span>
        </Button>
      </GroupField>
    )
  const values = known ?? {}
  return (
    <GroupField label={label} hint={field.hint} problem={problem}>
      <div className={styles.inside}>
        {membersOf(field, values).map((member) => (
          <Fragment key={member.name}>
            {show({
              ...member,
              label: member.field.title ?? humanize(member.name),
              pointer: `${pointer}/${member.name}`,
              value: values[member.name],
              onChange: (next) => {
                const { [member.name]: _former, ...others } = values
                onChange(next === undefined ? others : { ...values, [member.name]: next })
              },
            })}
          </Fragment>
        ))}
        {!isRequired && (
          <Button variant="default" className={styles.add} onClick={() => onChange(undefined)}>
            {t`Remove`} <span className="hidden-text">{label}</span>
          </Button>
        )}
      </div>
    </GroupField>
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
