import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#0f1419',
    muted: '#536471',
    accent: '#1068b0',
    edge: '#dde3e7',
  },
  dark: {
    background: '#000000',
    text: '#e7e9ea',
    muted: '#8b9298',
    accent: '#5eb5f7',
    edge: '#2f3336',
  },
  clamp: { lines: null, characters: 280 },
  media: 'grid',
  linkCard: 'large',
  actions: ['reply', 'repost', 'like', 'views', 'save', 'share'],
}
