import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'photo',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#0c1014',
    muted: '#636b74',
    accent: '#33509c',
    edge: '#dbdfe4',
  },
  dark: {
    background: '#0c1014',
    text: '#f5f5f5',
    muted: '#a2aab4',
    accent: '#a9bcff',
    edge: '#2b3036',
  },
  clamp: { lines: 2, characters: 125 },
  media: 'carousel',
  linkCard: 'none',
  actions: ['like', 'reply', 'share', 'save'],
}
