import type { Analytics } from '@crier/sdk'
import type { NamedAccount } from '../data/accounts.ts'
import { offsetAt } from '../time/zone.ts'
import type { Cell } from './csv.ts'
import { type FigureName, figureOf } from './figures.ts'

interface TableWords {
  readonly zone: string
  /** The figures that have a column. */
  readonly told: readonly FigureName[]
  readonly named: (id: string, platform?: string) => Pick<NamedAccount, 'account'>
  /** A sentence of the server in the language of the person. */
  readonly translate: (sentence: string) => string
}

/** The columns and lines of a file of posts. Times are those of a clock in the zone, in a form that every spreadsheet reads as a time. */
export function postsTable(
  rows: readonly Analytics[],
  { zone, told, named, translate }: TableWords,
): { readonly head: readonly string[]; readonly lines: readonly (readonly Cell[])[] } {
  return {
    head: [`went_out (${zone})`, 'network', 'account', 'text', 'link', ...told, 'remark', 'post_id'],
    lines: rows.map((row) => [
      row.platform_created_at === null ? null : wallTime(zone, Date.parse(row.platform_created_at)),
      row.platform,
      named(row.social_account_id, row.platform).account?.username ?? null,
      row.video_description,
      row.share_url,
      ...told.map((name) => figureOf(row, name)),
      row.unavailable_reason && translate(row.unavailable_reason),
      row.post_id,
    ]),
  }
}

/** Such as `2030-05-01 09:30:00`. */
function wallTime(zone: string, at: number): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 19).replace('T', ' ')
}
