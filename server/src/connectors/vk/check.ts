import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaLimit, MediaSet } from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { readChoices } from './options.ts'
import { isByPerson, readSettings } from './settings.ts'
import { warn } from './warn.ts'

const dayMs = 86_400_000

/** The API names no limit. README.md says where this is from. */
const mostLetters = 15_895
const mostAttachments = 10
/** Source: dev.vk.com/en/method/photos.saveWallPhoto, `caption`. */
const mostCaptionLetters = 2_048
const mostPhotoBytes = 50_000_000
const mostDocumentBytes = 200_000_000
/** A limit of ours: the file goes in one request. */
const mostVideoBytes = 1_000_000_000

/** Source: dev.vk.com/en/api/upload/wall-photo. Both sides together may have 14,000 pixels, so each has half. */
const photo: MediaLimit = {
  ...unlimited,
  kind: 'image',
  types: ['image/jpeg', 'image/png'],
  maxBytes: mostPhotoBytes,
  shape: { ...anyShape, maxWidth: 7_000, maxHeight: 7_000, minAspect: 0.05, maxAspect: 20 },
}

/** Source: dev.vk.com/en/api/upload/video-in-profile. The codecs are ours: VK converts every video. */
const video: MediaLimit = {
  ...unlimited,
  kind: 'video',
  types: ['video/mp4', 'video/quicktime'],
  maxBytes: mostVideoBytes,
  video: {
    codecs: ['h264', 'hevc'],
    audioCodecs: ['aac', 'mp3'],
    maxFrameRate: null,
    maxBitRate: null,
    maxAudioChannels: null,
    maxSampleRate: null,
    needsFastStart: false,
  },
}

/** Source: dev.vk.com/en/method/wall.post, Files; dev.vk.com/en/api/upload/document-in-profile. */
const animation: MediaLimit = {
  ...unlimited,
  kind: 'gif',
  types: ['image/gif'],
  maxBytes: mostDocumentBytes,
  shape: { ...anyShape, minAspect: 0.66, maxAspect: 2.5 },
}

const document: MediaLimit = {
  ...unlimited,
  kind: 'document',
  types: ['application/pdf'],
  maxBytes: mostDocumentBytes,
}

const usualPermissions = ['photos', 'video', 'docs']

/** The kinds that the access may upload: the key of a community takes neither photos nor videos. */
function kindsOf(account: Account | null): MediaLimit[] {
  const granted = account === null ? usualPermissions : readSettings(account).granted
  const isFull = account === null || isByPerson(account)
  return [
    ...(isFull && granted.includes('photos') ? [photo] : []),
    ...(isFull && granted.includes('video') ? [video] : []),
    ...(granted.includes('docs') ? [animation, document] : []),
  ]
}

/** Up to ten media, of which one may be a file: an animation or a document. */
function setsOf(kinds: readonly MediaLimit[]): MediaSet[] {
  const has = (...wanted: readonly string[]) =>
    kinds.map(({ kind }) => kind).filter((kind) => wanted.includes(kind))
  const files = has('gif', 'document')
  const shown = has('image', 'video')
  if (files.length === 0)
    return shown.length === 0 ? [] : [{ kinds: shown, min: 1, max: mostAttachments, most: {} }]
  return files.map((file) => ({
    kinds: [...shown, file],
    min: 1,
    max: shown.length === 0 ? 1 : mostAttachments,
    most: { [file]: 1 },
  }))
}

/** The limits. README.md has the source of each. */
export function limits(account: Account | null): Limits {
  const kinds = kindsOf(account)
  return {
    text: { max: mostLetters, unit: 'utf16', also: [], linkCost: null, rules: null },
    media: { required: false, kinds, sets: setsOf(kinds), altTextMax: mostCaptionLetters },
    placements: null,
    threadMax: 1,
    rates: [{ per: 'account', of: account?.externalId ?? '', posts: 50, everyMs: dayMs }],
  }
}

/** Everything that VK is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const { link } = readChoices(draft.options)
  const checked = checkByLimits(draft, limits(account), {
    network: 'VK',
    counting: countingBy('utf16'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    mayBeEmpty: link !== null,
  })
  return {
    ...checked,
    problems: [...checked.problems, ...checkLink(draft)],
    warnings: [...checked.warnings, ...warn(draft, account)],
  }
}

/** A link is an attachment too. */
function checkLink({ media, options }: Draft): DraftProblem[] {
  if (readChoices(options).link === null || media.length < mostAttachments) return []
  const detail = 'VK takes ten attachments, and the link is one of them. Leave out a medium or the link.'
  return [{ pointer: '/options/link', code: 'too_many_attachments', detail }]
}
