import { isId } from '../../lib/id.ts'
import type { Json } from '../../lib/json/json.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import { isRowNumber } from '../../lib/requests/row-number.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { NewPostBody } from '../post-body.ts'
import { accountNameOf } from './account-name.ts'
import { type Layer, type PostRequest, readMedia } from './post-request.ts'
import { readAccountLayers, readPlatformLayers } from './request-layers.ts'

/** The id of the account that a request names: by its id in lower case, or by its number as digits. */
export type IdOfAccount = (name: string) => string

/**
 * Reads a body that fits its schema; `problems` is everything wrong that can be seen in the body alone. A number that
 * `idOf` does not know stays in the place of an id.
 */
export function readPostRequest(
  body: NewPostBody,
  idOf: IdOfAccount = (name) => name,
): { request: PostRequest; problems: FieldProblem[] } {
  const problems: FieldProblem[] = []
  const post = readPostLayer(body, problems)
  const accountIds = readAccountIds(body.social_accounts, idOf, problems)
  const platformConfigurations = body.platform_configurations ?? null
  const accountConfigurations = body.account_configurations ?? null
  const request: PostRequest = {
    post,
    platforms: readPlatformLayers(platformConfigurations, problems),
    accounts: readAccountLayers(accountConfigurations, { targeted: new Set(accountIds), idOf }, problems),
    accountIds,
    isDraft: body.is_draft ?? false,
    latePolicy: body.late_policy ?? 'publish_24h',
    mayFitMedia: body.processing_enabled ?? true,
    platformConfigurations,
    accountConfigurations,
    externalId: body.external_id ?? null,
    metadata: body.metadata ?? {},
    tags: body.tags ?? [],
  }
  return { request, problems }
}

function readPostLayer(body: NewPostBody, problems: FieldProblem[]): Layer {
  const { caption, body: alias, media, scheduled_at } = body
  if (caption !== undefined && alias !== undefined && caption !== alias) {
    const detail = '"body" is another name for "caption". If both are given, they must be equal.'
    problems.push({ pointer: '/body', code: 'caption_and_body_differ', detail })
  }
  const text = caption ?? alias
  return {
    caption:
      text === undefined ? null : { value: text, pointer: caption === undefined ? '/body' : '/caption' },
    media: readPostMedia(media, body.media_urls),
    scheduledAt: typeof scheduled_at === 'string' ? { value: scheduled_at, pointer: '/scheduled_at' } : null,
    options: new Map(),
    pointer: '',
  }
}

/** The media of the post, then those behind its URLs: in place of a URL stands the medium that was imported from it. */
function readPostMedia(media: NewPostBody['media'], imported: NewPostBody['media_urls']): Layer['media'] {
  if (!media && !imported) return null
  const named = readMedia((media ?? []) as Json[], '/media')
  return { value: [...named, ...readMedia(imported ?? [], '/media_urls')], pointer: '/media' }
}

function readAccountIds(
  sent: readonly (string | number)[],
  idOf: IdOfAccount,
  problems: FieldProblem[],
): string[] {
  const seen = new Set<string>()
  for (const [index, given] of sent.entries()) {
    const name = accountNameOf(given)
    const id = idOf(name)
    const pointer = `/social_accounts/${index}`
    if (!isId(name) && !isRowNumber(name)) {
      problems.push({
        pointer,
        code: 'invalid_id',
        detail: sentence('"{name}" is neither the id nor the number of a social account.', {
          name: name.slice(0, 40),
        }),
      })
    } else if (seen.has(id)) {
      problems.push({ pointer, code: 'account_repeated', detail: 'This account is named twice.' })
    }
    seen.add(id)
  }
  return [...seen]
}
