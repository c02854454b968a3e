import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { isArray, type Json, textOf } from '../../lib/json/json.ts'
import type { ConnectIo } from '../connector.ts'
import { callTiktok } from './api.ts'
import { type Privacy, privacyOf } from './privacies.ts'

/** An account as TikTok lets it post at this moment. */
export interface Creator {
  /** The name in the address of the profile, without its @. */
  readonly handle: string | null
  readonly nickname: string | null
  readonly avatarUrl: string | null
  readonly privacies: readonly Privacy[]
  readonly commentsOff: boolean
  readonly duetsOff: boolean
  readonly stitchesOff: boolean
  /** The longest video, in milliseconds; null where TikTok does not say. */
  readonly longestVideoMs: number | null
}

/**
 * Reads how an account may post now. TikTok demands it before each direct post, and answers here that an account has posted enough
 * for today. Source: developers.tiktok.com/doc/content-posting-api-reference-query-creator-info, 20 calls a minute.
 * @throws Failure
 */
export async function readCreator(token: string, io: ConnectIo): Promise<Creator> {
  const path = '/v2/post/publish/creator_info/query/'
  const data = await callTiktok({ path, json: {} }, token, io)
  const offered = isArray(data.privacy_level_options) ? data.privacy_level_options : []
  return {
    handle: handleOf(data.creator_username),
    nickname: textOf(data.creator_nickname),
    avatarUrl: readWebAddress(textOf(data.creator_avatar_url)),
    privacies: offered.map(privacyOf).filter((privacy) => privacy !== null),
    commentsOff: data.comment_disabled === true,
    duetsOff: data.duet_disabled === true,
    stitchesOff: data.stitch_disabled === true,
    longestVideoMs: durationOf(data.max_video_post_duration_sec),
  }
}

const longestSeconds = 24 * 3_600

function durationOf(json: Json | undefined): number | null {
  const isFitting = typeof json === 'number' && Number.isInteger(json) && json > 0 && json <= longestSeconds
  return isFitting ? json * 1_000 : null
}

/** A name that can stand in an address. */
export function handleOf(json: Json | undefined): string | null {
  const handle = textOf(json)
  return handle !== null && /^[\w.]{1,50}$/.test(handle) ? handle : null
}
