import { useLingui } from '@lingui/react/macro'
import card from '../../ui/card.module.css'
import { allScopes, type Preset, presetOf, presets, type Scope, useScopeWords } from './scopes.ts'

interface ScopeChoiceProps {
  readonly scopes: readonly Scope[]
  readonly onChange: (next: readonly Scope[]) => void
  readonly problem: string | undefined
}

const names: readonly Preset[] = ['publish', 'read', 'everything']

/** One of three sets, or single scopes below. */
export function ScopeChoice({ scopes, onChange, problem }: ScopeChoiceProps) {
  const { t } = useLingui()
  const { presetName, presetWords, scopeWords } = useScopeWords()
  const chosen = presetOf(scopes)
  return (
    <fieldset className={card.choices}>
      <legend className={card.legend}>{t`What it may do`}</legend>
      {names.map((name) => (
        <label key={name} className={card.choice}>
          <input
            type="radio"
            name="preset"
            checked={name === chosen}
            onChange={() => onChange(presets[name])}
          />
          <span>
            {presetName[name]}
            <span>{presetWords[name]}</span>
          </span>
        </label>
      ))}
      <details className={card.fold} open={chosen === null || undefined}>
        <summary>{t`Choose single rights`}</summary>
        {allScopes.map((scope) => (
          <label key={scope} className={card.choice}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) => {
                const isOn = event.currentTarget.checked
                onChange(allScopes.filter((each) => (each === scope ? isOn : scopes.includes(each))))
              }}
            />
            <span>
              {scopeWords[scope]}
              <span>
                <code>{scope}</code>
              </span>
            </span>
          </label>
        ))}
      </details>
      {scopes.length === 0 && (
        <p role="alert" style={{ color: 'var(--c-bad)' }}>{t`Choose at least one right.`}</p>
      )}
      {problem !== undefined && <p style={{ color: 'var(--c-bad)' }}>{problem}</p>}
    </fieldset>
  )
}
