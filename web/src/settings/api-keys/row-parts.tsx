import { useLingui } from '@lingui/react/macro'
import { IconFlask } from '@tabler/icons-react'
import { useTimeFormat } from '../../time/format.ts'
import card from '../../ui/card.module.css'
import table from '../../ui/table.module.css'

/** The name of a key or a program, with a mark where it is for test data. */
export function NameAndMode({ name, mode }: { readonly name: string; readonly mode: 'live' | 'test' }) {
  const { t } = useLingui()
  return (
    <span className={card.row}>
      <span className={table.main}>{name}</span>
      {mode === 'test' && (
        <span className={card.chip}>
          <IconFlask size={14} stroke={1.75} aria-hidden="true" />
          {t`Test`}
        </span>
      )}
    </span>
  )
}

interface LastUseProps {
  readonly at: string | null
  readonly ip: string | null
}

/** When something was used last, and from where. */
export function LastUse({ at, ip }: LastUseProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  if (at === null) return <span className={table.soft}>{t`never`}</span>
  return (
    <>
      <time dateTime={at} title={format.moment(at)}>
        {format.away(at)}
      </time>
      {ip !== null && (
        <span className={card.small} style={{ display: 'block', overflowWrap: 'anywhere' }}>
          {t`from ${ip}`}
        </span>
      )}
    </>
  )
}
