import { orpc } from '../platform/api/api.ts'
import { loginInCache } from '../platform/login/login.ts'
import { DevicePush } from '../platform/native/push/device-push.ts'
import type { NativePort } from '../platform/native/port.ts'
import { queryClient } from '../platform/query/query-client.ts'
import { openPath } from './links.ts'

/**
 * Returns the path that a tapped push notification opens: the notifications page with the newest notification of the type, or the start page if the
 * notification could not be decrypted.
 */
const pathOfPush = (read: { type: string; role: string } | null) =>
  read ? `/dashboard/${read.role}/notifications?${new URLSearchParams({ open: read.type })}` : '/dashboard'

/** Clears the system's notifications once there are no unread ones, whether they were read here or on another device. */
function clearWhatWasRead(port: NativePort): void {
  const { queryKey } = orpc.notification.list.queryOptions({ input: { unreadOnly: true } })
  let before: number | undefined
  queryClient.getQueryCache().subscribe(() => {
    const unread = queryClient.getQueryData(queryKey)?.unread
    if (unread === before) return
    before = unread
    if (unread === 0) void port.push.clear()
  })
}

/** Renews this device's push notifications at each start and sign-in. Opens the page of a notification that the person taps. */
export function followPush(port: NativePort, hasLogin: boolean): void {
  const push = new DevicePush(port)
  const person = () => {
    const login = loginInCache()
    return login && !login.need ? login : null
  }
  port.push.onOpen((payload) => void push.read(payload).then((read) => openPath(pathOfPush(read))))
  port.push.onToken((token) => void push.useToken(person(), token).catch(() => {}))
  clearWhatWasRead(port)
  if (!hasLogin) void push.signedOut().catch(() => {})
  let renewed: string | null = null
  queryClient.getQueryCache().subscribe(() => {
    const login = person()
    if (!login || login.loginId === renewed) return
    renewed = login.loginId
    void push.renew(login).catch(() => {})
  })
}
