import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'pin',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#111111',
    muted: '#5f5f5f',
    accent: '#b3001b',
    edge: '#e4e4e4',
  },
  dark: {
    background: '#121212',
    text: '#f3f3f3',
    muted: '#b0b0b0',
    accent: '#ff8a94',
    edge: '#363636',
  },
  clamp: { lines: 3, characters: null },
  media: 'carousel',
  linkCard: 'none',
  actions: ['like', 'reply', 'share', 'save'],
}
