import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  bot,
  type FakeChannel,
  type FakeWorld,
  findChannel,
  jsonOf,
  ok,
  pageOf,
  queryOf,
  refuse,
  requireAccess,
  scopeFor,
  team,
  textIn,
} from './fake-world.ts'

/** Says whose token it is; its permissions stand in a header. */
export function testAccess(world: FakeWorld, call: FakeCall): FakeAnswer {
  const { scopes } = requireAccess(world, call)
  if (call.method !== 'POST') throw refuse('invalid_post_type')
  return ok(
    {
      url: team.url,
      team: team.name,
      user: bot.name,
      team_id: team.id,
      user_id: bot.userId,
      bot_id: bot.botId,
      is_enterprise_install: false,
    },
    { 'x-oauth-scopes': scopes.join(',') },
  )
}

const kindScopes: Readonly<Record<string, string>> = {
  public_channel: 'channels:read',
  private_channel: 'groups:read',
}

export function listChannels(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call)
  const given = queryOf(call, ['types', 'exclude_archived', 'limit', 'cursor'])
  const types = (textIn(given, 'types') || 'public_channel').split(',')
  for (const type of types) {
    const scope = kindScopes[type]
    if (scope === undefined) throw refuse('invalid_types')
    requireAccess(world, call, scope)
  }
  const shown = world.channels.filter(
    ({ isPrivate, isMember, isArchived }) =>
      types.includes(isPrivate ? 'private_channel' : 'public_channel') &&
      (isMember || !isPrivate) &&
      !(isArchived && given.exclude_archived === 'true'),
  )
  const { items, next } = pageOf(given, shown, world)
  return ok({ channels: items.map(describe), response_metadata: { next_cursor: next } })
}

export function readChannel(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call)
  const channel = findChannel(world, textIn(queryOf(call, ['channel']), 'channel'))
  requireAccess(world, call, scopeFor(channel, 'read'))
  return ok({ channel: describe(channel) })
}

export function joinChannel(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call, 'channels:join')
  const channel = findChannel(world, textIn(jsonOf(call, ['channel']), 'channel'))
  if (channel.isPrivate) throw refuse('method_not_supported_for_channel_type')
  if (channel.isArchived) throw refuse('is_archived')
  const warning = channel.isMember ? { warning: 'already_in_channel' } : {}
  channel.isMember = true
  return ok({ channel: describe(channel), ...warning })
}

function describe({ id, name, isPrivate, isArchived, isMember }: FakeChannel): JsonObject {
  return {
    id,
    name,
    is_channel: !isPrivate,
    is_group: isPrivate,
    is_im: false,
    is_mpim: false,
    is_private: isPrivate,
    is_archived: isArchived,
    is_general: name === 'general',
    is_member: isMember,
    is_shared: false,
    is_org_shared: false,
    created: 1_700_000_000,
    creator: 'U0ANNE',
    name_normalized: name,
    unlinked: 0,
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    previous_names: [],
    num_members: 3,
  }
}
