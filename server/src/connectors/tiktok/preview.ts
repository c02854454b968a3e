import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'short_video',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#161823',
    muted: '#6a6b72',
    accent: '#2b5db9',
    edge: '#e3e3e4',
  },
  dark: {
    background: '#121212',
    text: '#f1f1f2',
    muted: '#a4a5a9',
    accent: '#8cb4ff',
    edge: '#2f2f2f',
  },
  clamp: { lines: 2, characters: null },
  media: 'carousel',
  linkCard: 'none',
  actions: ['like', 'reply', 'save', 'share'],
}
