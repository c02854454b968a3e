import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#0a0a0a',
    muted: '#666666',
    accent: '#0a62b8',
    edge: '#dcdcdc',
  },
  dark: {
    background: '#0f1011',
    text: '#f3f5f7',
    muted: '#9a9c9e',
    accent: '#6fb1ff',
    edge: '#303234',
  },
  clamp: { lines: null, characters: null },
  media: 'carousel',
  linkCard: 'large',
  actions: ['like', 'reply', 'repost', 'share'],
}
