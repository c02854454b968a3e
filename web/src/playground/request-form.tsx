import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef } from 'react'
import card from '../ui/card.module.css'
import { Segments } from '../ui/segments.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { ApiOperation, Parameter } from './api-document.ts'
import { BodyEditor, type BodyHandle } from './body-editor.tsx'
import { isHeaderText } from './build-request.ts'
import styles from './form.module.css'
import { suggestIds } from './known-ids.ts'
import { ParameterField } from './parameter-field.tsx'
import type { Bench } from './use-bench.ts'

interface RequestFormProps {
  readonly operation: ApiOperation
  readonly bench: Bench
  /** The parameters that must be filled in, once somebody tried to send without them. */
  readonly missing: readonly string[]
  readonly body: RefObject<BodyHandle | null>
}

/** Everything that a request can say. Its required parts stand open, the rest is folded. */
export function RequestForm({ operation, bench, missing, body }: RequestFormProps) {
  const { t } = useLingui()
  const form = bench.formOf(operation)
  const isRequired = (each: Parameter) => each.in === 'path' || each.required === true
  const all = [...operation.pathParameters, ...operation.queryParameters]
  const field = (parameter: Parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={form.parameters[parameter.name] ?? ''}
      onChange={(value) =>
        bench.change(operation, { parameters: { ...form.parameters, [parameter.name]: value } })
      }
      error={missing.includes(parameter.name) ? t`Fill this in.` : undefined}
      suggestions={suggestIds(parameter, operation, bench.history)}
    />
  )
  const optional = all.filter((each) => !isRequired(each))
  const lacking = {
    live: t`The account is that of the example: there is none for live data yet.`,
    test: t`The account is that of the example: there is none for test data yet.`,
  }
  return (
    <>
      {all.some(isRequired) && <div className={styles.fields}>{all.filter(isRequired).map(field)}</div>}
      {operation.answersEvents && (
        <div className={styles.stream}>
          <Segments
            label={t`The form of the answer`}
            choices={[
              { id: 'page', label: t`One page` },
              { id: 'stream', label: t`Follow as they happen` },
            ]}
            chosen={form.isStream ? 'stream' : 'page'}
            onChoose={(next) => bench.change(operation, { isStream: next === 'stream' })}
          />
        </div>
      )}
      {optional.length > 0 && (
        <Optional
          key={operation.id}
          count={optional.length}
          isOpen={optional.some(({ name }) => form.parameters[name])}
        >
          {optional.map(field)}
        </Optional>
      )}
      {operation.body !== null && (
        <BodyEditor
          ref={body}
          text={bench.bodyOf(operation)}
          isRequired={operation.body.isRequired}
          isChanged={form.body !== null}
          onChange={(text) => bench.change(operation, { body: text })}
          onReset={() => bench.change(operation, { body: null })}
          hint={bench.lacksAccount(operation) ? lacking[bench.mode] : null}
        />
      )}
      <HeaderFields operation={operation} bench={bench} />
    </>
  )
}

interface OptionalProps {
  readonly count: number
  /** Whether one of them is filled in. */
  readonly isOpen: boolean
  readonly children: React.ReactNode
}

function Optional({ count, isOpen, children }: OptionalProps) {
  const { t } = useLingui()
  const fold = useRef<HTMLDetailsElement>(null)
  // A request of the history may fill in fields that nobody has opened.
  useEffect(() => {
    if (isOpen) fold.current?.setAttribute('open', '')
  }, [isOpen])
  return (
    <details ref={fold} className={card.fold}>
      <summary>{t`${plural(count, { one: '# optional parameter', other: '# optional parameters' })}`}</summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}

/** The headers that guard a change. */
function HeaderFields({ operation, bench }: Pick<RequestFormProps, 'operation' | 'bench'>) {
  const { t } = useLingui()
  const form = bench.formOf(operation)
  const faultOf = (value: string) =>
    isHeaderText(value) ? undefined : t`A header holds plain letters, digits and signs alone.`
  if (!operation.takesKey && !operation.takesMatch) return null
  return (
    <div className={styles.guards}>
      {operation.takesKey && (
        <TextInput
          className={styles.parameter}
          label={<code>Idempotency-Key</code>}
          description={t`A request with the key of an earlier one is not done again. This one is new for each request, unless you write your own.`}
          spellCheck={false}
          value={bench.keyOf(operation)}
          error={faultOf(bench.keyOf(operation))}
          onChange={({ currentTarget: { value } }) =>
            bench.change(operation, { key: value.trim() === '' ? null : value })
          }
        />
      )}
      {operation.takesMatch && (
        <TextInput
          className={styles.parameter}
          label={
            <>
              <code>If-Match</code> <small>{t`optional`}</small>
            </>
          }
          description={t`The ETag of the version that you read. The server refuses the change where it has another by now.`}
          spellCheck={false}
          value={form.match}
          error={faultOf(form.match)}
          onChange={({ currentTarget }) => bench.change(operation, { match: currentTarget.value })}
        />
      )}
    </div>
  )
}
