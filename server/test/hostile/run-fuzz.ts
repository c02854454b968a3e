/** A case that did not go as it should. */
export interface Finding {
  /** Which one: the seed and its number make it again. */
  readonly number: number
  readonly what: string
  /** Whether it only took too long. */
  readonly isSlow: boolean
}

/** Cases from number 0 on, for as long as `npm run fuzz` says or a few seconds; or the one case that it names. */
export async function runFuzz(
  usualSeconds: number,
  tryCase: (number: number) => Promise<Finding | null>,
): Promise<{ cases: number; findings: Finding[] }> {
  const { FUZZ_MINUTES: minutes = '', FUZZ_CASE: only = '' } = process.env
  if (only !== '') return { cases: 1, findings: await findingsOf(Number(only), tryCase) }
  const endsAt = performance.now() + (minutes === '' ? usualSeconds * 1_000 : Number(minutes) * 60_000)
  const findings: Finding[] = []
  let cases = 0
  while (performance.now() < endsAt && findings.length < mostFindings) {
    findings.push(...(await findingsOf(cases, tryCase)))
    cases += 1
  }
  return { cases, findings }
}

const mostFindings = 5

/** A case is slow if it is slow each time: the first time pays for compiling, and any time for collecting old memory. */
const triesOfSlow = 3

async function findingsOf(
  number: number,
  tryCase: (number: number) => Promise<Finding | null>,
): Promise<Finding[]> {
  let finding = await tryCase(number)
  for (let tries = 1; finding?.isSlow && tries < triesOfSlow; tries += 1) finding = await tryCase(number)
  return finding === null ? [] : [finding]
}
