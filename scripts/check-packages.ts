import { spawnSync } from 'node:child_process'
import { report } from './house/report.ts'

/** A package that runs the server, as the bill of materials names it. */
interface Component {
  readonly name?: unknown
  readonly version?: unknown
  readonly purl?: unknown
  readonly licenses?: readonly { license?: { id?: string; name?: string }; expression?: string }[]
}

/** Asks npm; answers its JSON, and null where it says nothing that can be read. */
type AskNpm = (...words: readonly string[]) => unknown

/** Licenses under which a package may be passed on with Crier, each by its SPDX name. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  // Libraries under these are loaded and not built in: those that sharp brings, and lightningcss.
  'LGPL-3.0-or-later',
  'MPL-2.0',
])

export interface PackagesJudged {
  readonly problems: readonly string[]
  /** The line that is printed although all is well. */
  readonly told: string
}

/** Judges the packages that run the server: their bill of materials, their licenses, and what is known against them. */
export function checkPackages(ask: AskNpm): PackagesJudged {
  const bill = judgeBill(ask('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'))
  const audit = judgeAudit(ask('audit', '--omit=dev', '--json'))
  return {
    problems: [...bill.problems, ...audit.problems],
    told: `${bill.told}; ${audit.told}`,
  }
}

function judgeBill(said: unknown): PackagesJudged {
  const bill = (said ?? {}) as {
    bomFormat?: unknown
    specVersion?: unknown
    components?: readonly Component[]
  }
  const { components = [] } = bill
  if (bill.bomFormat !== 'CycloneDX' || typeof bill.specVersion !== 'string' || components.length === 0)
    return { problems: ['npm sbom made no bill of materials.'], told: 'no bill of materials' }
  const problems = components.flatMap((component) => {
    const { name, version, purl } = component
    const called = `${String(name)}@${String(version)}`
    const isWhole =
      typeof name === 'string' && typeof version === 'string' && String(purl).startsWith('pkg:npm/')
    if (!isWhole)
      return [`${called} stands in the bill of materials without a name, a version or an address.`]
    const license = licenseOf(component)
    if (isAllowed(license)) return []
    return [`${called} has the license ${license || 'of nobody'}, which is not on the list of this check.`]
  })
  return { problems, told: `${components.length} packages, all with allowed licenses` }
}

function licenseOf({ licenses = [] }: Component): string {
  return licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
    .join(' AND ')
}

/** Whether each part of an expression is allowed, or one of its alternatives. */
function isAllowed(expression: string): boolean {
  const parts = expression.replace(/[()]/g, ' ').split(/ AND /)
  return parts.every((part) => part.split(/ OR /).some((one) => allowed.has(one.trim())))
}

/** Many registries, such as mirrors, offer no audit. That says nothing about the packages, so it fails nothing. */
function judgeAudit(said: unknown): PackagesJudged {
  const answer = (said ?? {}) as {
    auditReportVersion?: unknown
    vulnerabilities?: Readonly<Record<string, { severity?: string }>>
  }
  if (answer.auditReportVersion === undefined)
    return { problems: [], told: 'audit skipped: the registry offers none' }
  const found = Object.entries(answer.vulnerabilities ?? {})
  const grave = found.filter(([, { severity = '' }]) => ['high', 'critical'].includes(severity))
  const problems = grave.map(([name, { severity }]) => `${name} has a known weakness (${severity}).`)
  return { problems, told: `audit: ${found.length} with a known weakness` }
}

function askNpm(...words: readonly string[]): unknown {
  // Audits exit with 1 when they find something, and so does npm when a registry offers none.
  const { stdout } = spawnSync('npm', words, {
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return null
  }
}

if (import.meta.main) {
  const { problems, told } = checkPackages(askNpm)
  process.stdout.write(`${told}\n`)
  report([...problems])
}
