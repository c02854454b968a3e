import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeChannel, FakeFile, FakeGuild, FakeMessage, FakeWebhook } from './fake-world.ts'

interface Named {
  readonly id: string
  readonly name: string
}

function showUser({ id, name }: Named): JsonObject {
  return {
    id,
    username: name,
    discriminator: '0',
    global_name: null,
    avatar: null,
    public_flags: 0,
    flags: 0,
    bot: true,
    primary_guild: null,
  }
}

/** A user as it sees itself. */
export function showSelf(user: Named): JsonObject {
  return { ...showUser(user), mfa_enabled: false, locale: 'en-US', verified: true, email: null }
}

export function showChannel({ id, guildId, type, name, overwrites }: FakeChannel): JsonObject {
  return {
    id,
    type,
    flags: 0,
    guild_id: guildId,
    name,
    position: 1,
    parent_id: null,
    last_message_id: null,
    permission_overwrites: overwrites.map(({ id: of, type: kind, allow, deny }) => {
      return { id: of, type: kind, allow: String(allow), deny: String(deny) }
    }),
  }
}

/** As far as its reader needs it; Discord shows more of a server. */
export function showGuild({ id, name, ownerId, roles }: FakeGuild): JsonObject {
  return {
    id,
    name,
    icon: 'a_1269e74af4df7417b13759eae50c83dc',
    owner_id: ownerId,
    roles: [...roles].map(([role, rights]) => {
      return {
        id: role,
        name: role === id ? '@everyone' : 'Press',
        permissions: String(rights),
        managed: false,
      }
    }),
  }
}

export function showMember(user: Named, roles: readonly string[]): JsonObject {
  return {
    user: showUser(user),
    nick: null,
    roles: [...roles],
    joined_at: '2026-01-01T00:00:00.000000+00:00',
  }
}

export function showWebhook(
  { id, token, type, name, channelId }: FakeWebhook,
  { guildId }: FakeChannel,
): JsonObject {
  return {
    id,
    type,
    name,
    avatar: null,
    application_id: null,
    channel_id: channelId,
    guild_id: guildId,
    token,
    url: `https://discord.com/api/webhooks/${id}/${token}`,
  }
}

/** A message; the nonce is in the answer to its own call alone. */
export function showMessage(message: FakeMessage, isAnswer: boolean): JsonObject {
  const { id, channelId, author, webhookId, content, files, repliesTo, poll, flags, madeAt } = message
  const reactions = message.reactions.map((count, index) => {
    return {
      count,
      count_details: { burst: 0, normal: count },
      me: false,
      me_burst: false,
      burst_colors: [],
      emoji: { id: null, name: `${index}` },
    }
  })
  return {
    id,
    channel_id: channelId,
    type: repliesTo === null ? 0 : 19,
    author: webhookId === null ? showUser(author) : { ...showUser(author), username: author.name },
    content,
    timestamp: madeAt.toISOString().replace('Z', '000+00:00'),
    edited_timestamp: null,
    tts: false,
    mention_everyone: message.pings.includes('everyone'),
    mentions: [],
    mention_roles: [],
    attachments: files.map(showFile),
    embeds: [],
    components: [],
    pinned: false,
    flags,
    ...(webhookId === null ? {} : { webhook_id: webhookId }),
    ...(repliesTo === null
      ? {}
      : { message_reference: { type: 0, channel_id: channelId, message_id: repliesTo } }),
    ...(poll === null ? {} : { poll: { ...poll, results: { answer_counts: [], is_finalized: false } } }),
    ...(reactions.length === 0 ? {} : { reactions }),
    ...(isAnswer && message.nonce !== null ? { nonce: message.nonce } : {}),
  }
}

function showFile({ id, name, bytes, type, altText, isSpoiler }: FakeFile): JsonObject {
  const url = `https://cdn.discordapp.com/attachments/1/${id}/${encodeURIComponent(name)}`
  return {
    id,
    filename: name,
    size: bytes.length,
    url,
    proxy_url: url,
    content_type: type,
    flags: isSpoiler ? 8 : 0,
    ...(altText === '' ? {} : { description: altText }),
  }
}
