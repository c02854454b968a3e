import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'page_card',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#202124',
    muted: '#5f6368',
    accent: '#1558b0',
    edge: '#dadce0',
  },
  dark: {
    background: '#1f1f1f',
    text: '#e8eaed',
    muted: '#9aa0a6',
    accent: '#8ab4f8',
    edge: '#3c4043',
  },
  clamp: { lines: 4, characters: null },
  media: 'single',
  linkCard: 'none',
  actions: ['share'],
}
