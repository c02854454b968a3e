import { asObject, textOf } from '../../lib/json/json.ts'
import { Failure, type Io, type Step } from '../connector.ts'
import type { ContainerState } from '../kit/media/container.ts'
import type { HostedMedium, MediaContainerNetwork, PostContent } from '../kit/media/media-containers.ts'
import type { Poll } from '../kit/poll.ts'
import { callThreads, formOf, isNotFound } from './api.ts'
import { limits } from './check.ts'
import { readChoices } from './options.ts'
import { readToken } from './settings.ts'

type Fields = Readonly<Record<string, string>>

/** Threads as a network of containers. Source: developers.facebook.com/documentation/threads/posts. */
export function containerNetwork(step: Step, io: Io): MediaContainerNetwork {
  return {
    limits: limits(step.account),
    createPost: (content) => create(postFields(step, content), io),
    createItem: (hosted) => create({ ...mediumFields(hosted), is_carousel_item: 'true' }, io),
    read: (id) => readContainer(id, io),
    // Threads drops a container after 24 hours.
    freshForMs: 23 * 3_600_000,
    patienceMs: 30 * 60_000,
    mostFailed: 3,
  }
}

async function create(fields: Fields, io: Io): Promise<string> {
  const { json } = await callThreads(
    { path: '/me/threads', ...formOf(fields) },
    readToken(io.credentials),
    io,
  )
  const id = textOf(asObject(json)?.id)
  if (id !== null) return id
  throw new Failure('unavailable', 'Threads did not name what it prepared for the post.')
}

function postFields({ draft, replyTo }: Step, content: PostContent): Fields {
  const text = draft.text.toWellFormed()
  const { replyControl, poll, link } = readChoices(draft.options)
  // The options belong to the first post of a thread.
  const own = replyTo
    ? { reply_to_id: replyTo.parent.remoteId }
    : {
        ...(replyControl === null ? {} : { reply_control: replyControl }),
        ...(poll ? { poll_attachment: JSON.stringify(pollOf(poll)) } : {}),
        ...(link === null ? {} : { link_attachment: link }),
      }
  return { ...contentFields(content), ...(text === '' ? {} : { text }), ...own }
}

function contentFields(content: PostContent): Fields {
  switch (content.shows) {
    case 'text':
      return { media_type: 'TEXT' }
    case 'medium':
      return mediumFields(content.hosted)
    case 'carousel':
      return { media_type: 'CAROUSEL', children: content.itemIds.join(',') }
  }
}

function mediumFields({ medium, url }: HostedMedium): Fields {
  const altText = medium.altText.toWellFormed()
  return {
    ...(medium.kind === 'video'
      ? { media_type: 'VIDEO', video_url: url }
      : { media_type: 'IMAGE', image_url: url }),
    ...(altText === '' ? {} : { alt_text: altText }),
  }
}

function pollOf({ options }: Poll): Fields {
  return Object.fromEntries(options.map((option, index) => [`option_${'abcd'.charAt(index)}`, option]))
}

/**
 * The state of a container. A published one does not name its post.
 * Source: developers.facebook.com/documentation/threads/troubleshooting.
 * @throws Failure
 */
export async function readContainer(id: string, io: Io): Promise<ContainerState> {
  try {
    const query = { fields: 'status,error_message' }
    const { json } = await callThreads({ path: `/${id}`, query }, readToken(io.credentials), io)
    return stateOf(asObject(json)?.status, textOf(asObject(json)?.error_message))
  } catch (error) {
    if (isNotFound(error)) return { state: 'gone' }
    throw error
  }
}

function stateOf(status: unknown, error: string | null): ContainerState {
  switch (status) {
    case 'IN_PROGRESS':
      return { state: 'in_progress', againInMs: null }
    case 'FINISHED':
      return { state: 'finished' }
    case 'PUBLISHED':
      return { state: 'published', post: null }
    case 'EXPIRED':
      return { state: 'expired' }
    case 'ERROR':
      return faultOf(error ?? 'UNKNOWN')
    default:
      throw new Failure('unavailable', 'Threads did not say how far it is with the post.')
  }
}

/** The faults of a video that another attempt would meet too. */
const lastingFaults: Readonly<Record<string, string>> = {
  FAILED_PROCESSING_AUDIO: 'Threads could not process the sound of the video.',
  FAILED_PROCESSING_VIDEO: 'Threads could not process the video.',
  // The network spells it so.
  INVALID_ASPEC_RATIO: 'Threads does not take the proportions of the video.',
  INVALID_BIT_RATE: 'Threads does not take the bit rate of the video.',
  INVALID_DURATION: 'Threads does not take the length of the video.',
  INVALID_FRAME_RATE: 'Threads does not take the frame rate of the video.',
  INVALID_AUDIO_CHANNELS: 'Threads does not take the sound channels of the video.',
  INVALID_AUDIO_CHANNEL_LAYOUT: 'Threads does not take the layout of the sound channels.',
}

function faultOf(code: string): ContainerState {
  const lasting = Object.hasOwn(lastingFaults, code) ? lastingFaults[code] : undefined
  const passing =
    code === 'FAILED_DOWNLOADING_VIDEO'
      ? 'Threads could not fetch the video from this server.'
      : 'Threads could not process the post, and does not say why.'
  const failure = new Failure('invalid', lasting ?? passing, { platformCode: code.slice(0, 100) })
  return { state: 'error', failure, isLasting: lasting !== undefined }
}
