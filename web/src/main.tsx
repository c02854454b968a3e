import './ui/font.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/arriving.css'
import './ui/overrides.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { chosenLanguage, loadLanguage } from './boot/language.ts'
// The colours follow the device on every page.
import './boot/theme-choice.ts'
import { runEffectsInTime } from './preact/effects-in-time.ts'
import { router } from './router.tsx'
import { queryClient } from './session/query-client.ts'

const besideAfterMs = 3_000

async function start(): Promise<void> {
  // A page in English is better than none, where the texts of a language cannot be loaded.
  await loadLanguage(chosenLanguage()).catch(() => loadLanguage('en'))
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no place for the app.')
  runEffectsInTime()
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  // A worker that begins takes processor time from the first picture. Without it the app opens with a network alone.
  setTimeout(() => {
    import('./keep-app.ts').then(({ keepApp }) => keepApp(), console.warn)
    import('./session/tell-language.ts').then(({ tellLanguage }) => tellLanguage(queryClient), console.warn)
  }, besideAfterMs)
}

// Running all these files and drawing are two pieces of work. Nothing waits outside a function: while a file waits, WebKit hands out
// the files that import it before they have run.
setTimeout(() => void start())
