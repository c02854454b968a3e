import { useLingui } from '@lingui/react/macro'
import type { Mode } from '../../session/clients.ts'
import card from '../../ui/card.module.css'

/** The choice between live and test data. */
export function ModeChoice({
  mode,
  onChange,
}: {
  readonly mode: Mode
  readonly onChange: (next: Mode) => void
}) {
  const { t } = useLingui()
  const modes: readonly (readonly [Mode, string, string])[] = [
    ['live', t`Live`, t`Your real accounts. What it publishes is public.`],
    ['test', t`Test`, t`Practice accounts only. Nothing it does leaves this server.`],
  ]
  return (
    <fieldset className={card.choices}>
      <legend className={card.legend}>{t`Data`}</legend>
      {modes.map(([each, label, words]) => (
        <label key={each} className={card.choice}>
          <input type="radio" name="mode" checked={each === mode} onChange={() => onChange(each)} />
          <span>
            {label}
            <span>{words}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
