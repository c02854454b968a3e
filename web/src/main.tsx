import './ui/font.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/arriving.css'
import './ui/overrides.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chosenLanguage, loadLanguage } from './boot/language.ts'
import { keepForOffline } from './boot/offline.ts'
// The colours follow the device on every page.
import './boot/theme-choice.ts'
import { router } from './router.tsx'
import { queryClient } from './session/query-client.ts'

await loadLanguage(chosenLanguage())
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the app.')
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
keepForOffline()
