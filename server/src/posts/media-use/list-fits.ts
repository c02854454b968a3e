import { accountOf } from '../../accounts/account-of.ts'
import { type AccountRow, accountColumns } from '../../accounts/social-account.ts'
import type { Account, Connector, DraftMedia, DraftProblem } from '../../connectors/connector.ts'
import { connectorOf } from '../../connectors/of-platform.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { invalid, notFound } from '../../lib/problem.ts'
import { partsOf, type ShownParts, type Words } from '../../lib/text/sentence.ts'
import { type MediaRow, mediaColumns } from '../../media/media.ts'
import { mediaNamed } from '../../media/media-named.ts'
import { type Converts, draftMedia, missingPrograms } from '../request/check-content.ts'
import { type MediaChange, showChange } from '../validate-post.ts'

/** A sentence with its code, about the file alone. */
interface Remark extends ShownParts {
  code: string
  detail: string
}

/** The outcome of a file on its way to a network. */
export interface Fit {
  platform: string
  name: string
  /** The value of the option that chooses another kind of post, such as a story; null for the usual one. */
  placement: string | null
  /** The accounts of which all this holds. */
  social_account_ids: string[]
  outcome: 'as_it_is' | 'changed' | 'refused'
  /** The outcome in words. */
  summary: string
  change: MediaChange | null
  problems: Remark[]
  warnings: Remark[]
}

/**
 * Says what each connected account would get of a medium, in each kind of post that its network has: the file as it is, a
 * changed one, or none. Accounts of one network that get the same stand together.
 * @throws Problem 404, and 422 for a medium that was not uploaded
 */
export async function listFits(call: CallContext, name: string): Promise<Fit[]> {
  const { context, db, workspaceId, mode } = call
  const medium = await readMedium(call, name)
  const rows = await db.rows<AccountRow>(sql`
    select ${accountColumns({ account: 'a', connection: 'c' })} from social_accounts a
    left join connections c on c.workspace_id = a.workspace_id and c.account_id = a.id
    where a.workspace_id = ${workspaceId} and a.mode = ${mode} and a.disconnected_at is null
    order by a.platform, a.number`)
  const converts = await context.converter.can()
  const fits = new Map<string, Fit>()
  for (const row of rows) {
    const connector = connectorOf(context, row.platform)
    if (!connector) continue
    for (const fit of fitsOf(medium, connector, accountOf(row), converts)) {
      const key = JSON.stringify(fit)
      const alike = fits.get(key)
      if (alike) alike.social_account_ids.push(row.id)
      else fits.set(key, { ...fit, social_account_ids: [row.id] })
    }
  }
  return [...fits.values()]
}

async function readMedium(
  { context, db, workspaceId, mode }: CallContext,
  name: string,
): Promise<DraftMedia> {
  const named = mediaNamed(context.config, name)
  const row =
    named &&
    (await db.row<MediaRow>(sql`
      select ${mediaColumns} from media where workspace_id = ${workspaceId} and mode = ${mode} and ${named}`))
  if (!row) throw notFound('medium')
  const refuse = (code: string, detail: string) => invalid([{ pointer: '', code, detail }])
  if (row.state === 'rejected')
    throw refuse('media_rejected', 'This medium was refused when it was uploaded.')
  if (row.state !== 'ready') throw refuse('media_not_uploaded', 'This medium has not been uploaded yet.')
  const reference = { pointer: '', path: row.media_id, altText: null, focus: null, crop: null }
  return draftMedia(reference, { ...row, bytes: row.served_bytes ?? row.size_bytes })
}

function fitsOf(medium: DraftMedia, connector: Connector, account: Account, converts: Converts): Fit[] {
  const { placements } = connector.limits(account)
  const chosen = Object.keys(placements?.media ?? {})
  return [null, ...chosen].map((placement) => {
    const options = placements && placement !== null ? { [placements.option]: placement } : {}
    const draft = { text: '', media: [medium], options, thread: [], optionMedia: [], mayFit: true }
    const { fits, problems, warnings } = connector.check(draft, account)
    const change = fits.find(ofMedium)
    const refusals = [...problems, ...missingPrograms(fits, converts)].filter(ofMedium).map(say)
    const outcome = refusals.length > 0 ? 'refused' : change ? 'changed' : 'as_it_is'
    return {
      platform: connector.platform,
      name: connector.name,
      placement,
      social_account_ids: [],
      outcome,
      summary: summaryOf(outcome, refusals, change?.steps ?? []),
      change: change && outcome === 'changed' ? showChange({ ...change, pointer: '' }) : null,
      problems: refusals,
      warnings: warnings.filter(ofMedium).map(say),
    }
  })
}

function summaryOf(
  outcome: Fit['outcome'],
  refusals: readonly Remark[],
  steps: readonly { readonly detail: Words }[],
): string {
  if (outcome === 'as_it_is') return 'Goes as it is.'
  return (outcome === 'refused' ? refusals : steps).map(({ detail }) => detail).join(' ')
}

// The draft is this medium and nothing else, so everything about a text or a number of media means something else.
function ofMedium({ pointer }: { readonly pointer: string }): boolean {
  return pointer === '/media/0'
}

function say({ code, detail }: DraftProblem): Remark {
  return { code, detail: String(detail), ...partsOf(detail) }
}
