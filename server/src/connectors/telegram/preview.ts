import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'chat',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#0f1419',
    muted: '#5c6b78',
    accent: '#1565a8',
    edge: '#d5e0e8',
  },
  dark: {
    background: '#18222d',
    text: '#f2f5f8',
    muted: '#9db0c0',
    accent: '#7cc0f5',
    edge: '#2c3a48',
  },
  clamp: { lines: null, characters: null },
  media: 'grid',
  linkCard: 'large',
  actions: ['views', 'share'],
}
