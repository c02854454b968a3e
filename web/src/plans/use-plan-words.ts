import type { PlanCause, PlanError } from '@crier/sdk/plans'
import { useLingui } from '@lingui/react/macro'
import { accountHandle } from '../accounts/account-words.ts'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useTimeFormat } from '../time/format.ts'
import { sayThrown } from '../ui/say-problem.ts'
import type { PlanRow, Remark, RowState } from './plan-row.ts'
import type { UnreadTable } from './read-table-file.ts'

/** Sentences about a table and its rows. */
export function usePlanWords() {
  const { t } = useLingui()
  const format = useTimeFormat()
  const sayPlan = useSayPlan()
  const states: Readonly<Record<RowState, string>> = {
    open: t`Not looked at yet`,
    new: t`New`,
    existing: t`There already`,
    deleted: t`Deleted before`,
    refused: t`Refused`,
    made: t`Just made`,
  }
  const unread: Readonly<Record<UnreadTable, string>> = {
    workbook: t`This is a workbook of a spreadsheet program. Save it as CSV there, or copy its cells and paste them here.`,
    'too-large': t`The table is larger than 5 MB, which is more than a plan.`,
    unreadable: t`This file can't be read. It may have been moved since it was chosen.`,
  }
  const where = ({ column, number, account }: PlanCause): string => {
    const place = column === null ? '' : number === null ? column : t`${column} (number ${number})`
    return [place, account === null ? '' : accountHandle(account)].filter((part) => part !== '').join(', ')
  }
  const sayRemark = (remark: Remark): string => {
    switch (remark.kind) {
      case 'plan':
        return sayPlan(remark.error)
      case 'no-file':
        return t`The file ‘${remark.name}’ is not there. Drop it on this page.`
      case 'twice':
        return t`The clocks of ${format.place} show ${remark.text} twice. The first of the two is taken.`
      case 'thrown': {
        const words = sayThrown(remark.error)
        return remark.source === '' ? words : `${remark.source}: ${words}`
      }
      case 'fault': {
        const place = where(remark.cause)
        const words = translateServerSentence(remark.fault.detail, remark.fault)
        return place === '' ? words : `${place}: ${words}`
      }
    }
  }
  const sayTime = ({ when, at, state }: PlanRow): string => {
    if (at !== null) return format.moment(at)
    if (when === 'draft') return t`Draft`
    if (when === 'queue') return state === 'new' ? t`Next free slot of the queue` : t`Queue`
    return when === null ? '–' : when.at
  }
  return { states, unread, sayPlan, sayRemark, sayTime }
}

/** The faults of a table in the language of the person: the SDK says them in English. */
function useSayPlan(): (error: PlanError) => string {
  const { t } = useLingui()
  const format = useTimeFormat()
  return ({ code, values, message }) => {
    const { column, name, text, accounts, line, option, value, known, owner } = values
    switch (code) {
      case 'empty_table':
        return t`The table is empty.`
      case 'no_rows':
        return t`The table has no row below the names of its columns.`
      case 'unclosed_quote':
        return t`The quote that begins on line ${line} is never closed.`
      case 'behind_quote':
        return t`Line ${line} has ‘${values.found}’ behind a quote that was closed.`
      case 'column_twice':
        return t`The table has two columns ‘${column}’.`
      case 'unknown_column':
        return t`The first row names the columns, and ‘${column}’ is none that Crier knows. There are: ${known}. A column for your own notes begins with #.`
      case 'too_many_cells':
        return t`The row has ${values.cells} cells, and the table ${values.columns} columns.`
      case 'not_yes_or_no':
        return t`The column ‘${column}’ is ‘${value}’; it takes yes or no.`
      case 'two_times':
        return t`The columns ‘${values.one}’ and ‘${values.other}’ exclude each other.`
      case 'no_time':
        return t`The row has no time. Give it one in the column ‘at’, or choose above what such rows become.`
      case 'no_account':
        return t`The row has no account. Name one in the column ‘to’, or choose above where such rows go.`
      case 'no_content':
        return t`The row has no text and no media.`
      case 'dash_alone':
        return t`The text is a dash alone.`
      case 'names_a_file':
        return t`The column ‘${column}’ names a file; a table holds the value itself.`
      case 'same_row':
        return t`The row says the same as another one, for the same time. Leave one of them out.`
      case 'not_a_time':
        return t`‘${text}’ is no time that can be read for sure. Write it as 2026-12-01 09:00; spreadsheets keep it so in a column of text.`
      case 'no_such_time':
        return t`‘${text}’: there is no such day or time.`
      case 'no_such_offset':
        return t`‘${text}’: there is no such offset from UTC.`
      case 'skipped_time':
        return t`‘${text}’: the clocks of ${format.place} are put forward then and skip it.`
      case 'time_passed':
        return t`‘${text}’ has passed.`
      case 'no_accounts':
        return t`No account is connected yet.`
      case 'unknown_account':
        return t`There is no account ‘${name}’. There are: ${accounts}.`
      case 'many_accounts':
        return t`‘${name}’ may be any of these: ${accounts}. Name one of them.`
      case 'unknown_group':
        return t`There is no group ‘${name}’.`
      case 'group_and_account':
        return t`‘${name}’ is a group and an account. Write group:${name}, or name the account by its number.`
      case 'unknown_option':
        return t`${owner} has no option ‘${option}’. It has: ${known}.`
      case 'wrong_value':
        return t`The option ‘${option}’ takes ${values.types}, not ‘${value}’.`
      case 'no_such_part':
        return t`‘${name}’ cannot go to ${values.platforms}: posts have no such part there.`
      case 'more_alt_than_media':
        return t`There are more descriptions than media; each describes one.`
      default:
        return message
    }
  }
}
