import './ui/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchAhead, wordsAhead } from './ahead.ts'
import { App } from './App.tsx'
import { startLanguage } from './platform/language.ts'
import { startServiceWorker } from './platform/service-worker.ts'

fetchAhead(location.pathname)
await startLanguage(wordsAhead(location.pathname))
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
if (import.meta.env.PROD) void startServiceWorker()
