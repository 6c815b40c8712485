import './ui/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { preloadFirstPage, firstPageNamespaces } from './preload.ts'
import { App } from './App.tsx'
import { startI18n } from './platform/language.ts'
import { refetchWhenOnline } from './platform/query-client.ts'
import { startServiceWorker } from './platform/service-worker.ts'
import { router } from './router.ts'
import { followLogin } from './shell/follow-login.ts'

followLogin(router)
refetchWhenOnline()
preloadFirstPage(location.pathname)
await startI18n(firstPageNamespaces(location.pathname))
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
void import('./platform/follow-product-settings.ts').then(({ followProductSettings }) => followProductSettings())
if (import.meta.env.PROD) void startServiceWorker()
