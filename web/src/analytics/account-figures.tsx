import type { AnalyticsSummary } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useNamedAccounts } from '../data/accounts.ts'
import { Button } from '../ui/button.tsx'
import { NetworkMark } from '../ui/network-mark.tsx'
import { saveFile } from '../ui/save-file.ts'
import table from '../ui/table.module.css'
import styles from './analytics.module.css'
import { writeCsv } from './csv.ts'
import { FigureCell } from './figure-cell.tsx'
import { useFigureWords } from './figure-words.ts'
import { type FigureName, figureOf, figuresTold } from './figures.ts'
import { useLatenessFormat } from './lateness-format.ts'

interface AccountFiguresProps {
  readonly summary: AnalyticsSummary
  readonly fileName: string
}

/** How each account did, those with most posts first. */
export function AccountFigures({ summary, fileName }: AccountFiguresProps) {
  const { t } = useLingui()
  const names = useFigureWords()
  const told = figuresTold(summary.platforms)
  const save = () => {
    const head = ['network', 'account', 'published', 'not_published', 'late_ms_p50', 'late_ms_p95', ...told]
    const rows = summary.accounts.map((each) => [
      each.platform,
      each.username,
      each.published,
      each.failed,
      each.late_ms?.p50 ?? null,
      each.late_ms?.p95 ?? null,
      ...told.map((figure) => figureOf(each, figure)),
    ])
    saveFile(`${fileName}-accounts.csv`, writeCsv(head, rows), 'text/csv')
  }
  return (
    <section className={styles.part} aria-labelledby="by-account">
      <div className={styles.partHead}>
        <h2 id="by-account">{t`By account`}</h2>
        <Button variant="subtle" size="compact-sm" onClick={save}>
          {t`Save as CSV`}
          <span className="hidden-text">{`(${t`By account`})`}</span>
        </Button>
      </div>
      <table className={table.table} aria-labelledby="by-account">
        <thead>
          <tr>
            <th scope="col">{t`Account`}</th>
            <th scope="col">{t`Published`}</th>
            <th scope="col">{t`Not published`}</th>
            <th scope="col">{t`Half within`}</th>
            <th scope="col">{t`95 of 100 within`}</th>
            {told.map((figure) => (
              <th key={figure} scope="col">
                {names[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {summary.accounts.map((account) => (
            <AccountRow
              key={account.social_account_id}
              account={account}
              told={told}
              can={summary.platforms.find(({ platform }) => platform === account.platform)?.figures ?? []}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface AccountRowProps {
  readonly account: AnalyticsSummary['accounts'][number]
  readonly told: readonly FigureName[]
  /** The figures that its network tells. */
  readonly can: readonly string[]
}

function AccountRow({ account, told, can }: AccountRowProps) {
  const { t, i18n } = useLingui()
  const names = useFigureWords()
  const write = useLatenessFormat()
  const { social_account_id: id, platform, username, published, failed, late_ms: late } = account
  const { handle, network, platform: known } = useNamedAccounts()(id, platform, username)
  return (
    <tr>
      <td>
        <span className={styles.account}>
          <Link to="/accounts/$account" params={{ account: id }} className={table.main}>
            {handle}
          </Link>
          {known !== null && <NetworkMark iconUrl={known.icon_url} name={network} hasName size={14} />}
        </span>
      </td>
      <td className="figures" data-label={t`Published:`}>
        {i18n.number(published)}
      </td>
      <td className="figures" data-label={t`Not published:`}>
        {i18n.number(failed)}
      </td>
      <td className="figures" data-label={t`Half within:`}>
        {late === null ? '–' : write(late.p50)}
      </td>
      <td className="figures" data-label={t`95 of 100 within:`}>
        {late === null ? '–' : write(late.p95)}
      </td>
      {told.map((figure) => (
        <FigureCell
          key={figure}
          name={names[figure]}
          value={figureOf(account, figure)}
          network={network}
          mayCome={can.includes(figure)}
        />
      ))}
    </tr>
  )
}
