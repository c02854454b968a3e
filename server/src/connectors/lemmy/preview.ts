import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'article',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: { background: '#ffffff', text: '#22262a', muted: '#5a6268', accent: '#00684a', edge: '#dde1e4' },
  dark: { background: '#191c1f', text: '#eceff1', muted: '#a3abb2', accent: '#3ddba4', edge: '#383e44' },
  clamp: { lines: 8, characters: null },
  media: 'stack',
  linkCard: 'small',
  actions: ['like', 'dislike', 'reply', 'share'],
}
