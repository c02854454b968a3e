import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'page_card',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#080809',
    muted: '#5c6066',
    accent: '#0a5fcc',
    edge: '#ced0d4',
  },
  dark: {
    background: '#252728',
    text: '#e2e5e9',
    muted: '#b0b3b8',
    accent: '#75b3ff',
    edge: '#3e4042',
  },
  clamp: { lines: 5, characters: 480 },
  media: 'grid',
  linkCard: 'large',
  actions: ['like', 'reply', 'share'],
}
