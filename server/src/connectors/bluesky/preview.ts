import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#0b0f14',
    muted: '#42576c',
    accent: '#0d5fc4',
    edge: '#d4dbe2',
  },
  dark: {
    background: '#0b111a',
    text: '#f1f3f5',
    muted: '#8c9cb0',
    accent: '#5fa8ff',
    edge: '#26323f',
  },
  clamp: { lines: null, characters: null },
  media: 'grid',
  linkCard: 'large',
  actions: ['reply', 'repost', 'like', 'share'],
}
