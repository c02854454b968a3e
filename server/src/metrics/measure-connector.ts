import type { Counter, Histogram } from 'prom-client'
import { type Connector, Failure } from '../connectors/connector.ts'

/** The numbers of publishing. */
export interface Publishing {
  readonly commits: Counter<'platform' | 'outcome'>
  readonly commitSeconds: Histogram<'platform'>
  readonly lateSeconds: Histogram<'platform'>
  readonly looks: Counter<'platform' | 'outcome'>
}

/**
 * Wraps a connector to count its commits and settles: their outcomes, how long the network took, and how late the call
 * was. Nothing else changes, and its errors are thrown on.
 */
export function measureConnector(connector: Connector, numbers: Publishing): Connector {
  const { platform } = connector
  return {
    ...connector,
    commit: async (step, io) => {
      if (step.sends === 1) {
        const lateMs = Math.max(0, io.now().getTime() - step.dueAt.getTime())
        numbers.lateSeconds.observe({ platform }, lateMs / 1_000)
      }
      const startedAt = performance.now()
      const count = (outcome: string) => {
        numbers.commits.inc({ platform, outcome })
        numbers.commitSeconds.observe({ platform }, (performance.now() - startedAt) / 1_000)
      }
      return counted(() => connector.commit(step, io), count)
    },
    settle: (step, io) =>
      counted(
        () => connector.settle(step, io),
        (outcome) => numbers.looks.inc({ platform, outcome }),
      ),
  }
}

async function counted<Result extends { readonly outcome: string }>(
  call: () => Promise<Result>,
  count: (outcome: string) => void,
): Promise<Result> {
  try {
    const result = await call()
    count(result.outcome)
    return result
  } catch (error) {
    // An outcome is a label, so every error is mapped to a closed list.
    count(error instanceof Failure ? error.kind : 'unknown_outcome')
    throw error
  }
}
