import { useLingui } from '@lingui/react/macro'
import table from '../ui/table.module.css'

interface FigureCellProps {
  readonly name: string
  /** Null where the network told none. */
  readonly value: number | null
  /** The name of the network. */
  readonly network: string
  /** Whether the network may still tell it. */
  readonly mayCome: boolean
}

/** A figure in a table. One that is not known is never a 0: the cell says why there is none. */
export function FigureCell({ name, value, network, mayCome }: FigureCellProps) {
  const { t, i18n } = useLingui()
  const reason = mayCome ? t`Not told yet` : t`Not told by ${network}`
  return (
    <td className="figures" data-label={`${name}:`}>
      {value === null ? (
        <span className={table.soft} title={reason}>
          –<span className="hidden-text">{` ${reason}`}</span>
        </span>
      ) : (
        i18n.number(value)
      )}
    </td>
  )
}
