import type { FieldProblem, PostCheck, SocialAccount } from '@crier/sdk'
import { nameOf } from '@crier/sdk/plans'
import { alignTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

type AccountCheck = PostCheck['accounts'][number]

const units: Readonly<Record<string, string>> = {
  grapheme: 'characters',
  codepoint: 'characters',
  utf16: 'UTF-16 units',
  utf8: 'bytes',
  weighted: 'characters as the network weighs them',
  emoji_utf8: 'characters, emoji as bytes',
}

/** Writes what each network would make of a post: its length as that network counts it, and every problem. */
export function describeCheck(
  check: PostCheck,
  accounts: readonly SocialAccount[],
  causeOf: (fault: FieldProblem) => string | null,
  terminal: Terminal,
): string {
  const rows = check.accounts.map((one) => [
    nameIn(accounts, one),
    one.valid ? 'ok' : 'refused',
    `${one.length.count} of ${one.length.max} ${units[one.length.unit] ?? one.length.unit}`,
  ])
  const about = ({ detail, ...fault }: FieldProblem) => {
    const cause = causeOf({ detail, ...fault })
    return cause === null ? detail : `${cause}: ${detail}`
  }
  const problems = check.problems.map((one) => `${terminal.styled('red', 'Problem')}  ${about(one)}`)
  const warnings = check.warnings.map((one) => `${terminal.styled('yellow', 'Warning')}  ${about(one)}`)
  const changes = check.accounts.flatMap((one) =>
    one.media_changes.map(
      ({ steps }) => `Media    ${nameIn(accounts, one)}: ${steps.map(({ detail }) => detail).join(' ')}`,
    ),
  )
  return [
    ...alignTable(['ACCOUNT', 'CHECK', 'LENGTH'], rows, terminal.columns),
    ...new Set([...problems, ...warnings, ...changes]),
    check.valid ? 'It can be published as it is.' : 'It cannot be published as it is.',
  ].join('\n')
}

function nameIn(
  accounts: readonly SocialAccount[],
  { social_account_id: id, platform }: AccountCheck,
): string {
  const account = accounts.find((one) => one.id === id)
  return account === undefined ? `${platform} ${id}` : nameOf(account)
}
