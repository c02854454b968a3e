import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inFlightStates, settledStates, states, waitingStates } from '../targets/states.ts'
import { IllegalStep, isLegal, latePolicies, patienceOf, type StepName, steps } from './target.ts'

const page = readFileSync(new URL('../../../docs/states.md', import.meta.url), 'utf8')

/** The rows of the first table under a heading, cell by cell. */
function tableUnder(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  )
}

/** The arrows of the drawing, as `from step to`; one that leaves the frame leaves every state in it. */
function arrows(): string[] {
  const [, drawing = ''] = page.match(/```mermaid\nstateDiagram-v2\n([\s\S]*?)```/) ?? []
  return [...drawing.matchAll(/^ *([a-z_]+) --> ([a-z_]+): (.+)$/gm)].flatMap(
    ([, from = '', to, labels = '']) =>
      (from === 'waiting' ? waitingStates : [from]).flatMap((state) =>
        labels.split(', ').map((step) => `${state} ${step} ${to}`),
      ),
  )
}

describe('the table of steps', () => {
  it('is drawn with exactly its arrows', () => {
    const legal = Object.entries(steps).flatMap(([name, { from, to }]) =>
      from.map((state) => `${state} ${name} ${to}`),
    )
    expect(arrows().sort()).toEqual(legal.sort())
  })

  it('is drawn with the waiting states in one frame', () => {
    const [, frame = ''] = page.match(/state waiting \{\n([\s\S]*?)\n {2}\}/) ?? []
    const inside = [...frame.matchAll(/([a-z_]+) --> ([a-z_]+)/g)].flatMap(([, from = '', to = '']) => [
      from,
      to,
    ])
    expect([...new Set(inside)].sort()).toEqual([...waitingStates].sort())
  })

  it('is the one that docs/states.md draws', () => {
    const drawn = tableUnder('Steps').map(([name, from, to, by]) => [name, from, to, by])
    const coded = Object.entries(steps).map(([name, step]) => [name, step.from.join(', '), step.to, step.by])
    expect(coded).toEqual(drawn)
    expect(
      tableUnder('What each state means')
        .map(([state]) => state)
        .sort(),
    ).toEqual([...states].sort())
  })

  it('never leads from committing back to ready but by a proof that nothing was published', () => {
    const back = names().filter((name) => steps[name].to === 'ready' && isLegal(name, 'committing'))
    expect(back).toEqual(['send_later'])
  })

  it('lets nobody cancel, edit or hold what may be in flight', () => {
    for (const state of [...inFlightStates, 'confirming'] as const) {
      for (const name of ['cancel', 'edit', 'hold', 'hold_waiting', 'orphan', 'miss_window'] as const) {
        expect(isLegal(name, state), `${name} from ${state}`).toBe(false)
      }
    }
  })

  it('sends only what is prepared, and again only from unknown', () => {
    const sending = names().filter((name) => steps[name].to === 'committing')
    expect(sending).toEqual(['intend_at_once', 'intend', 'send_again'])
    expect(steps.intend_at_once.from).toEqual(['preparing'])
    expect(steps.intend.from).toEqual(['ready'])
    expect(steps.send_again.from).toEqual(['unknown'])
  })

  it('lets workers move nothing that is settled or held', () => {
    const byWorkers = names().filter((name) => steps[name].by === 'worker')
    for (const state of [...settledStates, 'held'] as const) {
      expect(byWorkers.filter((name) => isLegal(name, state))).toEqual([])
    }
  })

  it('leaves no state without a way on but those that end', () => {
    const ends = states.filter((state) =>
      names().every((name) => !isLegal(name, state) || steps[name].to === state),
    )
    expect(ends).toEqual(['published', 'canceled'])
    expect(waitingStates.every((state) => isLegal('cancel', state))).toBe(true)
  })

  function names(): StepName[] {
    return Object.keys(steps) as StepName[]
  }
})

describe('a step that the table does not have', () => {
  it('is named with the state it was to leave', () => {
    const error = new IllegalStep('cancel', 'committing')
    expect([error.name, error.message]).toEqual([
      'IllegalStep',
      'A target that is committing cannot cancel to canceled.',
    ])
  })
})

describe('the patience with a network that defers', () => {
  it('is that of the policy for late posts, and a day where the policy has no end', () => {
    expect(latePolicies).toEqual({
      publish_24h: 86_400_000,
      publish_1h: 3_600_000,
      publish_always: null,
      ask: 60_000,
    })
    expect(patienceOf('publish_always')).toBe(86_400_000)
    expect(patienceOf('publish_1h')).toBe(3_600_000)
    expect(patienceOf('ask')).toBe(60_000)
  })
})
