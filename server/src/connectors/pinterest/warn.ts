import type { Account, Draft, DraftMedia, DraftProblem } from '../connector.ts'
import { coverOf, readChoices } from './options.ts'
import { isSandbox } from './settings.ts'

const most = { text: 800, title: 100 }
const leastSide = 100

/** The things that Pinterest changes, and those that it may refuse though its documentation does not say so. */
export function warn(draft: Draft, account: Account): DraftProblem[] {
  return [
    ...warnOfWords(draft),
    ...warnOfPictures(draft.media),
    ...warnOfCover(draft),
    ...warnOfSandbox(draft, account),
  ]
}

/** The description of the API has lengths without a unit. */
function warnOfWords(draft: Draft): DraftProblem[] {
  const detail = 'Pinterest may count some of these characters twice, and find this too long.'
  const code = 'text_maybe_too_long'
  const isLong = (text: string, max: number) => text.length > max && [...text].length <= max
  return [
    ...(isLong(draft.text, most.text) ? [{ pointer: '/text', code, detail }] : []),
    ...(isLong(readChoices(draft).title ?? '', most.title)
      ? [{ pointer: '/options/title', code, detail }]
      : []),
  ]
}

function warnOfPictures(media: readonly DraftMedia[]): DraftProblem[] {
  const pictures = media.filter(({ kind }) => kind === 'image')
  const [first] = pictures
  const warnings = pictures.flatMap((picture, index) => {
    const pointer = `/media/${index}`
    const found: DraftProblem[] = []
    if (Math.min(picture.width ?? leastSide, picture.height ?? leastSide) < leastSide) {
      const detail = 'Pinterest may refuse pictures of fewer than 100 pixels on a side.'
      found.push({ pointer, code: 'picture_small', detail })
    }
    if (first && ratioOf(picture) !== ratioOf(first)) {
      const detail = 'Pinterest wants all pictures of a Pin of one size, and may cut or refuse this one.'
      found.push({ pointer, code: 'pictures_differ', detail })
    }
    return found
  })
  if (pictures.filter(({ altText }) => altText.trim() !== '').length < 2) return warnings
  const detail = 'A Pin has one alt text: those of its pictures become its lines.'
  return [...warnings, { pointer: '/media/0/alt_text', code: 'alt_texts_joined', detail }]
}

function ratioOf({ width, height, crop }: DraftMedia): string {
  const ratio = ((width ?? 1) * (crop?.width ?? 1)) / ((height ?? 1) * (crop?.height ?? 1))
  return ratio.toFixed(2)
}

/** Source: `cover_image_key_frame_time` of the schema `PinMediaSourceVideoID`, in whole seconds. */
function warnOfCover(draft: Draft): DraftProblem[] {
  const moment = readChoices(draft).videoCoverTimestampMs
  const [video] = draft.media
  if (moment === null || video?.kind !== 'video' || coverOf(draft)) return []
  const pointer = '/options/video_cover_timestamp_ms'
  const warnings: DraftProblem[] = []
  if (moment % 1_000 !== 0) {
    const detail = 'Pinterest takes whole seconds: the cover is the picture at the second before.'
    warnings.push({ pointer, code: 'cover_rounded', detail })
  }
  if (moment >= (video.durationMs ?? Number.POSITIVE_INFINITY)) {
    const detail = 'This moment lies behind the end of the video: Pinterest takes its last picture.'
    warnings.push({ pointer, code: 'cover_behind_end', detail })
  }
  return warnings
}

function warnOfSandbox({ media }: Draft, account: Account): DraftProblem[] {
  if (!isSandbox(account)) return []
  const detail = 'This account is in Pinterest’s sandbox: nobody but the makers of the app sees the Pin.'
  const warnings = [{ pointer: '/options/board_ids', code: 'sandbox', detail }]
  if (media[0]?.kind !== 'video') return warnings
  const ofVideos = 'Pinterest’s sandbox may take no videos.'
  return [...warnings, { pointer: '/media/0', code: 'sandbox_no_videos', detail: ofVideos }]
}
