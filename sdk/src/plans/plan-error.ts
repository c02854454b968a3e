/** Each fault of a plan in English; names in braces stand for what varies. */
const sentences = {
  empty_table: 'The table is empty.',
  no_rows: 'The table has no row below the names of its columns.',
  unclosed_quote: 'The quote that begins on line {line} of the table is never closed.',
  behind_quote: 'Line {line} of the table has "{found}" behind a quote that was closed.',
  column_twice: 'The table has two columns "{column}".',
  unknown_column:
    'The table has a column "{column}". It may have: {known}, PLATFORM.OPTION, and notes, whose names begin with #.',
  too_many_cells: 'The row has {cells} cells, and the table {columns} columns.',
  not_yes_or_no: 'The column "{column}" is "{value}"; it takes yes or no.',
  two_times: 'The columns "{one}" and "{other}" exclude each other.',
  no_time: 'The row has no time. Give it one in the column "at".',
  no_account: 'The row has no account. Give it one in the column "to".',
  no_content: 'The row has no text and no media.',
  dash_alone: 'The text is "-" alone.',
  names_a_file: 'The column "{column}" names a file; a table holds the value itself.',
  same_row: 'The row says the same as another one, for the same time. Leave one of them out.',
  not_a_time: '{name} is "{text}"; it must be a time such as "2026-12-01 09:00" or 2026-12-01T08:00:00Z.',
  no_such_time: '{name} is "{text}"; there is no such day or time.',
  no_such_offset: '{name} is "{text}"; there is no such offset.',
  skipped_time: '{name} is "{text}"; the clocks of {zone} are put forward then and skip it.',
  time_passed: '{name} is "{text}", which has passed.',
  no_accounts:
    'The workspace has no account yet. Connect one in the app, or look with the other key: test and live accounts are apart.',
  unknown_account: 'There is no account "{name}". There are: {accounts}.',
  many_accounts: '"{name}" may be any of these: {accounts}. Name one of them.',
  unknown_group: 'There is no group "{name}".',
  group_and_account:
    '"{name}" is a group and an account. Write "group:{name}", or name the account by its number.',
  unknown_option: '{owner} has no option "{option}". It has: {known}.',
  wrong_value: 'The option {option} takes {types}, not "{value}".',
  no_such_part:
    '{name} cannot go to {platforms}: posts have no such part there. Give it to the others by PLATFORM.{option}.',
  more_alt_than_media: 'There are more "alt" than "media"; each describes one medium.',
} as const

export type PlanErrorCode = keyof typeof sentences

/**
 * Something about a plan that keeps it, or one of its rows, from becoming posts. The message says it in English; `code` and `values`
 * are there for a program that says it in words of its own.
 */
export class PlanError extends Error {
  override name = 'PlanError'
  readonly code: PlanErrorCode
  readonly values: Readonly<Record<string, string>>

  constructor(code: PlanErrorCode, values: Readonly<Record<string, string | number>> = {}) {
    const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
    super(sentences[code].replace(/\{(\w+)\}/g, (whole, name: string) => said[name] ?? whole))
    this.code = code
    this.values = said
  }
}
