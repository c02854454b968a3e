import type { SocialAccount } from '@crier/sdk'
import { nameOf } from '@crier/sdk/plans'
import { nowAtServer } from '../time/server-clock.ts'
import { addDays, dayAt } from '../time/zone.ts'

interface Wanted {
  readonly accounts: readonly SocialAccount[]
  readonly zone: string
  /** As dates and numbers are written here. */
  readonly locale: string
  readonly words: { readonly first: string; readonly second: string; readonly note: string }
}

/** The name by which a table names an account for sure. */
export function sureName(account: SocialAccount, accounts: readonly SocialAccount[]): string {
  const name = nameOf(account)
  return accounts.filter((other) => nameOf(other) === name).length === 1 ? name : String(account.number)
}

/** A table to begin with, as the spreadsheets of this language read it, with days that are still to come. */
export function writeTemplate({ accounts, zone, locale, words }: Wanted): string {
  // Where a comma stands in numbers, spreadsheets expect semicolons between cells.
  const separator = (1.5).toLocaleString(locale).includes(',') ? ';' : ','
  const names = accounts.map((account) => sureName(account, accounts))
  const day = dayAt(zone, nowAtServer())
  const rows = [
    ['text', 'to', 'at', 'media', 'alt', 'tag', `# ${words.note}`],
    [words.first, names[0] ?? '', `${addDays(day, 7)} 09:00`, '', '', '', ''],
    [words.second, names.slice(0, 2).join(', '), `${addDays(day, 8)} 17:30`, '', '', '', ''],
  ]
  const cell = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  // The mark tells spreadsheets that the file is UTF-8.
  return `\ufeff${rows.map((row) => row.map(cell).join(separator)).join('\r\n')}\r\n`
}
