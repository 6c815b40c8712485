import { localChannel } from '@attune/contract/features/people/native-app/native-app.rules'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppProviders } from '../App.tsx'
import { startI18n } from '../platform/settings/language.ts'
import { cachedLogin } from '../platform/login/login.ts'
import { PracticeConnection } from '../platform/native/connection/connection.ts'
import { keepOpenedPages } from '../platform/native/storage/opened-pages.ts'
import { outgoingStorage } from '../platform/native/storage/outgoing-storage.ts'
import { type NativePort, setNativePort } from '../platform/native/port.ts'
import { setOutgoingStorage } from '../platform/outgoing/outgoing-store.ts'
import { queryClient, refetchWhenOnline } from '../platform/query/query-client.ts'
import { router } from '../router.ts'
import { followLogin } from '../shell/pages/follow-login.ts'
import { firstPageNamespaces } from '../preload.ts'
import { applyPractice } from './apply-practice.ts'
import { followPush } from './follow-push.ts'
import { followColorScheme, keepFieldAboveKeyboard } from './follow-device.ts'
import { followLinks } from './links.ts'
import { showNewNotifications } from './local-notifications.ts'
import { NativeRoot } from './NativeRoot.tsx'
import { openDownloadsInBrowser } from './open-downloads.ts'
import { protectScreen } from './protect-screen.ts'

/** Starts the native app: reads the stored data of the device and shows the connection screen, the sign-in or the app. */
export async function startNativeApp(port: NativePort): Promise<void> {
  setNativePort(port)
  setOutgoingStorage(outgoingStorage(port.files))
  document.documentElement.dataset.native = port.platform
  const connection = new PracticeConnection(port)
  await connection.load()
  connection.use()
  applyPractice(connection)
  await startI18n(['native', ...firstPageNamespaces(location.pathname)])
  const links = await followLinks(port)
  followLogin(router)
  refetchWhenOnline()
  keepOpenedPages(queryClient)
  returnToSignIn(connection)
  openDownloadsInBrowser()
  protectScreen(port)
  followColorScheme(port)
  keepFieldAboveKeyboard(port)
  showNewNotifications()
  followPush(port, connection.hasLogin)
  void port.lockPortrait()
  void port.removeShared()
  void port.notifications.createChannel({ id: localChannel.id, name: i18next.t('native:channel') })
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <AppProviders>
        <NativeRoot port={port} connection={connection} links={links} />
      </AppProviders>
    </StrictMode>,
  )
  void import('../platform/settings/follow-product-settings.ts').then(({ followProductSettings }) =>
    followProductSettings(),
  )
}

/** In the app, `/` is only for people who are signed in. If the login has ended, opens the app's sign-in. */
function returnToSignIn(connection: PracticeConnection): void {
  router.subscribe('onResolved', ({ toLocation }) => {
    if (toLocation.pathname !== '/') return
    const leave = () => connection.setToken(null).then(() => location.reload())
    // Offline, it is unknown whether the login has ended.
    void cachedLogin().then(
      (login) => (login ? undefined : leave()),
      () => {},
    )
  })
}
