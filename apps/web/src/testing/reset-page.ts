import { IDBFactory } from 'fake-indexeddb'
import i18next from 'i18next'
import { setI18n } from 'react-i18next'
import { vi } from 'vitest'
import { signOutQuestion } from '../features/people/login/sign-out/question.ts'
import { resetLock } from '../platform/auth/auth.ts'
import { loadingState } from '../platform/auth/auth-state.ts'
import { observedAuthState } from '../platform/auth/use-auth.ts'
import { resetAuthEvents } from '../platform/backend/auth-events.ts'
import { resetCircuitBreakers } from '../platform/api/circuit-breaker.ts'
import { resetSavedValues } from '../platform/autosave/use-saved-value.ts'
import { drafts } from '../platform/draft/drafts.ts'
import { outgoingQueue } from '../platform/outgoing/outgoing-queue.ts'
import { errorLog } from '../platform/api/error-log.ts'
import { resetProductSettings } from '../platform/settings/product-settings.ts'
import { setPageAccount } from '../platform/login/page-account.ts'
import { queryClient } from '../platform/query/query-client.ts'
import { realtimeClient } from '../platform/realtime/realtime-client.ts'
import { resetReauthentication } from '../platform/login/reauthentication.ts'
import { resetUnsaved } from '../platform/draft/unsaved.ts'
import { resetToasts } from '../ui/toast/toast.ts'

/**
 * Resets the state of all modules, as a reload of the page would. This is needed because the test files of a worker
 * share the modules.
 */
export function resetPage() {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  document.title = ''
  document.documentElement.removeAttribute('lang')
  window.innerWidth = 1024
  window.history.replaceState(null, '', '/')
  localStorage.clear()
  resetProductSettings()
  if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory()
  setI18n(i18next)
  realtimeClient.reset()
  resetReauthentication()
  setPageAccount(null)
  resetAuthEvents()
  observedAuthState.set(loadingState)
  resetLock()
  signOutQuestion.set(null)
  resetUnsaved()
  resetToasts()
  resetCircuitBreakers()
  resetSavedValues()
  outgoingQueue.close()
  drafts.reset()
  errorLog.clear()
  queryClient.clear()
}
