import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'article',
  avatar: 'rounded',
  font: 'Georgia, serif',
  light: { background: '#ffffff', text: '#1e1e1e', muted: '#5a5a5a', accent: '#1d5f8a', edge: '#dcdcde' },
  dark: { background: '#1c1d1f', text: '#f0f0f1', muted: '#a7aaad', accent: '#7cc0ec', edge: '#3a3d41' },
  clamp: { lines: null, characters: null },
  media: 'stack',
  linkCard: 'none',
  actions: ['reply', 'share'],
}
