import './ui/styles.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { preloadFirstPage, firstPageNamespaces } from './preload.ts'
import { App } from './App.tsx'
import { replaceDocumentFrame } from './platform/document-frame.ts'
import { startI18n } from './platform/settings/language.ts'
import { refetchWhenOnline } from './platform/query/query-client.ts'
import { startServiceWorkerLater } from './platform/offline/service-worker.ts'
import { router } from './router.ts'
import { followLogin } from './shell/pages/follow-login.ts'

// Ends the browser task that has evaluated the modules. It is the longest task of a first visit, and the browser cannot react to input before it
// ends.
await new Promise((resolve) => setTimeout(resolve))
followLogin(router)
refetchWhenOnline()
preloadFirstPage(location.pathname)
await Promise.all([startI18n(firstPageNamespaces(location.pathname)), globalThis.attuneStyles])
const root = document.getElementById('root')
if (root) {
  replaceDocumentFrame(root)
  // Renders the page as a transition, so that input can interrupt the first rendering.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
if (import.meta.env.PROD) startServiceWorkerLater()
