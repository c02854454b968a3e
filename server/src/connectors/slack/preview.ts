import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'chat',
  avatar: 'rounded',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#1b1d21',
    muted: '#5e6066',
    accent: '#1264a3',
    edge: '#dcdde0',
  },
  dark: {
    background: '#1b1d21',
    text: '#e8e9eb',
    muted: '#a9adb3',
    accent: '#6cb6ec',
    edge: '#35383e',
  },
  clamp: { lines: null, characters: null },
  media: 'grid',
  linkCard: 'large',
  actions: ['reply', 'like', 'share', 'save'],
}
