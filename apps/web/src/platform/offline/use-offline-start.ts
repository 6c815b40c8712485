import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLogin, useMe } from '../login/login.ts'
import { cacheForOffline } from './service-worker.ts'

/** The delay before the data is stored. It lets the page itself load first, because the stored data is needed only at a later visit. */
const delayMilliseconds = 1_500

/** Stores the pages, the texts and the signed-in person on this device, so that the app opens without a connection. */
export function useOfflineStart() {
  const login = useLogin()
  const me = useMe()
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'en'
  useEffect(() => {
    if (!login || login.need || !me || !navigator.onLine) return
    const store = () => {
      void cacheForOffline({ role: login.role, language })
      // A failure is ignored, because its only effect is that the app does not open without a connection.
      import('./stored-person.ts').then(({ storePerson }) => storePerson({ login, me })).catch(() => {})
    }
    const timer = setTimeout(store, delayMilliseconds)
    return () => clearTimeout(timer)
  }, [login, me, language])
}
