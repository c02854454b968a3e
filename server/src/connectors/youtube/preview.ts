import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'long_video',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#0f0f0f',
    muted: '#606060',
    accent: '#065fd4',
    edge: '#e0e0e0',
  },
  dark: {
    background: '#0f0f0f',
    text: '#f1f1f1',
    muted: '#aaaaaa',
    accent: '#5fb2ff',
    edge: '#303030',
  },
  clamp: { lines: 3, characters: null },
  media: 'single',
  linkCard: 'none',
  actions: ['like', 'dislike', 'share', 'save'],
}
