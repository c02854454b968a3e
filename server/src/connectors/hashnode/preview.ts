import type { Preview } from '../connector.ts'

/** How an article looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'article',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: { background: '#ffffff', text: '#16181d', muted: '#566072', accent: '#2152d8', edge: '#d9dde4' },
  dark: { background: '#12151c', text: '#f3f5f9', muted: '#a8b1c0', accent: '#8fb0ff', edge: '#363d4a' },
  clamp: { lines: null, characters: null },
  media: 'stack',
  linkCard: 'none',
  actions: ['like', 'reply', 'share'],
}
