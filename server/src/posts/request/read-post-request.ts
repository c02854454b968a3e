import { isId } from '../../lib/id.ts'
import type { Json } from '../../lib/json/json.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import type { NewPostBody } from '../post-body.ts'
import { type Layer, type PostRequest, readMedia } from './post-request.ts'
import { readAccountLayers, readPlatformLayers } from './read-layers.ts'

/** Reads a body that fits its schema; `problems` is everything wrong that can be seen in the body alone. */
export function readPostRequest(body: NewPostBody): { request: PostRequest; problems: FieldProblem[] } {
  const problems: FieldProblem[] = []
  const post = readPostLayer(body, problems)
  const accountIds = readAccountIds(body.social_accounts, problems)
  const platformConfigurations = body.platform_configurations ?? null
  const accountConfigurations = body.account_configurations ?? null
  const request: PostRequest = {
    post,
    platforms: readPlatformLayers(platformConfigurations, problems),
    accounts: readAccountLayers(accountConfigurations, new Set(accountIds), problems),
    accountIds,
    isDraft: body.is_draft ?? false,
    latePolicy: body.late_policy ?? 'publish_24h',
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
    media: media ? { value: readMedia(media as Json[], '/media'), pointer: '/media' } : null,
    scheduledAt: typeof scheduled_at === 'string' ? { value: scheduled_at, pointer: '/scheduled_at' } : null,
    options: new Map(),
    pointer: '',
  }
}

function readAccountIds(sent: readonly string[], problems: FieldProblem[]): string[] {
  const seen = new Set<string>()
  for (const [index, text] of sent.entries()) {
    const id = text.toLowerCase()
    const pointer = `/social_accounts/${index}`
    if (!isId(id)) {
      problems.push({
        pointer,
        code: 'invalid_id',
        detail: `"${text.slice(0, 40)}" is not the id of a social account.`,
      })
    } else if (seen.has(id)) {
      problems.push({ pointer, code: 'account_repeated', detail: 'This account is named twice.' })
    }
    seen.add(id)
  }
  return [...seen]
}
