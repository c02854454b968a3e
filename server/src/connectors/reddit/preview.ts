import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'article',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#1a1a1b',
    muted: '#576069',
    accent: '#a83200',
    edge: '#dde0e2',
  },
  dark: {
    background: '#0f1113',
    text: '#e8ecef',
    muted: '#9aa5ac',
    accent: '#ff9466',
    edge: '#343a3f',
  },
  clamp: { lines: 8, characters: null },
  media: 'carousel',
  linkCard: 'small',
  actions: ['like', 'dislike', 'reply', 'share'],
}
