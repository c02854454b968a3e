import type { CallContext } from '../../context.ts'
import { type Sql, sql } from '../../db/database.ts'
import { type Figures, forEachFigure } from '../figure-columns.ts'
import { type Piece, piecesOfPeriods, piecesOfSpan } from './pieces.ts'
import type { Periods } from './read-periods.ts'

/** How many results of a step there are in a period, by its place from 0, or on an account. */
export interface StepCount {
  readonly of: string
  readonly step: number
  readonly results: number
}

export interface FigureSum extends Figures {
  readonly of: string
}

export interface PeriodCounts {
  readonly byPeriod: readonly StepCount[]
  readonly byAccount: readonly StepCount[]
  readonly figuresByPeriod: readonly FigureSum[]
  readonly figuresByAccount: readonly FigureSum[]
}

/** Adds up the results and figures of each period and of each account, in the largest pieces in which they are counted. */
export async function countPeriods(call: CallContext, periods: Periods): Promise<PeriodCounts> {
  const [ofPeriods, ofSpan] = [piecesOfPeriods(periods), piecesOfSpan(periods)]
  const [byPeriod, byAccount, figuresByPeriod, figuresByAccount] = await Promise.all([
    call.db.rows<StepCount>(counts(call, ofPeriods, sql`p.period::text`)),
    call.db.rows<StepCount>(counts(call, ofSpan, sql`c.account_id`)),
    call.db.rows<FigureSum>(figureSums(call, ofPeriods, sql`p.period::text`)),
    call.db.rows<FigureSum>(figureSums(call, ofSpan, sql`c.account_id`)),
  ])
  return { byPeriod, byAccount, figuresByPeriod, figuresByAccount }
}

// Each piece reads its own stretch of an index, so the cost is that of the rows that are added up.
function counts(call: CallContext, pieces: readonly Piece[], of: Sql): Sql {
  return sql`
    with p as (${asRows(pieces)})
    select "of", step, sum(results)::int as results from (
      select ${of} as "of", c.step, c.results from p cross join lateral (
        select account_id, step, sum(results) as results from outcome_counts
        where ${isHere(call)} and grain = p.grain and starts_at >= p.from_at and starts_at < p.to_at
        group by account_id, step offset 0
      ) c where p.grain <> 'each'
      union all
      select ${of}, c.step, c.results from p cross join lateral (
        select account_id, step, count(*) as results from result_figures
        where ${isHere(call)} and at >= p.from_at and at < p.to_at group by account_id, step offset 0
      ) c where p.grain = 'each'
    ) each group by 1, 2 having sum(results) > 0`
}

function figureSums(call: CallContext, pieces: readonly Piece[], of: Sql): Sql {
  return sql`
    with p as (${asRows(pieces)})
    select "of", ${sums} from (
      select ${of} as "of", c.* from p cross join lateral (
        select account_id, ${sums} from figure_sums
        where ${isHere(call)} and grain = p.grain and starts_at >= p.from_at and starts_at < p.to_at
        group by account_id offset 0
      ) c where p.grain <> 'each'
      union all
      select ${of}, c.* from p cross join lateral (
        select account_id, ${sums} from result_figures
        where ${isHere(call)} and at >= p.from_at and at < p.to_at group by account_id offset 0
      ) c where p.grain = 'each'
    ) each group by 1`
}

const sums = forEachFigure((name) => `sum(${name})::bigint as ${name}`)

function asRows(pieces: readonly Piece[]): Sql {
  return sql`select * from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb)
    as p(period int, grain text, from_at timestamptz, to_at timestamptz)`
}

function isHere({ workspaceId, mode }: CallContext): Sql {
  return sql`workspace_id = ${workspaceId} and mode = ${mode}`
}
