import type { CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'

// The server sends the beginning of a text, as many characters as this.
const most = 80

/** How a post is named in the calendar: its text, as far as it is known, else that it has none or only a picture. */
export function usePostWords({ text, thumbnail_url }: Pick<CalendarPost, 'text' | 'thumbnail_url'>): string {
  const { t } = useLingui()
  if (text !== '') return isBeginning(text) ? `${text.trimEnd()}…` : text
  return thumbnail_url === null ? t`No text` : t`Picture`
}

/** Whether a text may go on behind what is known of it. */
function isBeginning(text: string): boolean {
  return text.length >= most && [...new Intl.Segmenter().segment(text)].length >= most
}
