import type { Finding } from './fuzz-files.ts'

/** Cases from number 0 on, for as long as `npm run fuzz` says or a few seconds; or the one case that it names. */
export async function runFuzz(
  usualSeconds: number,
  tryCase: (number: number) => Promise<Finding | null>,
): Promise<{ cases: number; findings: Finding[] }> {
  const { FUZZ_MINUTES: minutes = '', FUZZ_CASE: only = '' } = process.env
  if (only !== '') return { cases: 1, findings: present(await tryCase(Number(only))) }
  const endsAt = performance.now() + (minutes === '' ? usualSeconds * 1_000 : Number(minutes) * 60_000)
  const findings: Finding[] = []
  let cases = 0
  while (performance.now() < endsAt && findings.length < mostFindings) {
    findings.push(...present(await tryCase(cases)))
    cases += 1
  }
  return { cases, findings }
}

const mostFindings = 5

function present(finding: Finding | null): Finding[] {
  return finding === null ? [] : [finding]
}
