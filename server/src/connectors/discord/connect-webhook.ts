import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Profile,
  type Refreshed,
} from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { accessOf, callDiscord, dialect, idOf, webhookPath } from './api.ts'
import { pictureOf } from './channels.ts'
import { addressOf, readSettings, writeSettings, writeWebhookCredentials } from './settings.ts'

/** Connects a channel by a webhook of it, whose address gives access. */
export const connectByWebhook: FormConnect = {
  kind: 'form',
  way: 'webhook',
  fields: Type.Object(
    {
      webhook_url: Type.String({
        title: 'Address of the webhook',
        description:
          'In the settings of the channel, under Integrations, make a webhook and copy its URL. Everybody who has it can post there.',
        format: 'password',
        minLength: 1,
        maxLength: 500,
      }),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify,
  refresh,
  // Other programs may post by the same webhook. README.md says how its owner ends it.
  revoke: async () => undefined,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const { id, token } = readAddress(textOf(input.webhook_url) ?? '')
  const profile = await readWebhook(id, token, io)
  return {
    ...profile,
    externalId: id,
    credentials: writeWebhookCredentials({ webhookToken: token }),
    expiresAt: null,
  }
}

const addressPattern =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{1,20})\/([\w-]{20,200})\/?$/i

function readAddress(text: string): { id: string; token: string } {
  const [, id, token] = addressPattern.exec(text.trim()) ?? []
  if (id !== undefined && token !== undefined) return { id, token }
  throw new Failure(
    'invalid',
    'Copy the whole URL of the webhook, and nothing else: https://discord.com/api/webhooks/, a number, a slash and letters.',
  )
}

interface WebhookProfile extends Profile {
  readonly displayName: string
}

/** Source: docs.discord.com/developers/resources/webhook, Get Webhook with Token. @throws Failure */
async function readWebhook(id: string, token: string, io: ConnectIo): Promise<WebhookProfile> {
  const access = { sender: 'webhook', id, token } as const
  const webhook = readObject(dialect, await callDiscord({ path: webhookPath(access) }, access, io))
  const [guildId, channelId] = [idOf(webhook.guild_id), idOf(webhook.channel_id)]
  // Webhooks of other types are of programs, or bring messages of other channels.
  if (webhook.type !== 1)
    throw new Failure(
      'invalid',
      'Programs cannot post by this kind of webhook. Make one in the settings of the channel.',
    )
  if (idOf(webhook.id) !== id || guildId === null || channelId === null)
    throw new Failure('unavailable', 'Discord does not say which channel this webhook belongs to.')
  const name = textOf(webhook.name) ?? id
  const place = { guildId, channelId }
  return {
    username: name,
    displayName: name,
    avatarUrl: pictureOf('avatars', id, webhook.avatar),
    profileUrl: addressOf(place),
    settings: writeSettings({ sender: 'webhook', senderId: id, ...place, channelType: null, lacks: [] }),
  }
}

/** A webhook has no end, but its owner may delete it, or move it to another channel. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { token } = accessOf(account, credentials)
  const profile = await readWebhook(readSettings(account).senderId, token, io)
  return { credentials, expiresAt: null, profile }
}
