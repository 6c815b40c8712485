import { unreadBadge } from '@attune/contract/features/messages/message/message.rules'
import { VisuallyHidden } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keepInTitle } from '../../../ui/page/keep-in-title.ts'
import classes from '../../../ui/page/status/CountBadge.module.css'
import { useAcknowledgeMessages, useMessageSubscriptions, useUnreadMessages } from './use-unread-messages.ts'

/** Shows the number of unread messages in the sidebar or, with `inTabBar`, in the tab bar. */
export function UnreadMessageCount({ inTabBar = false }: { inTabBar?: boolean }) {
  const { t } = useTranslation('shell')
  const unread = useUnreadMessages()
  if (unread === 0) return null
  const label = t('unreadMessages', { count: unread })
  return (
    <span className={inTabBar ? classes.inTabBar : classes.count} title={label}>
      <span aria-hidden>{unreadBadge(unread)}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/**
 * Keeps the unread count in the title of the tab and on the icon of the installed app up to date, and reports to the server that the unread messages
 * arrived on this device.
 */
export function UnreadMessageIndicators() {
  useMessageSubscriptions()
  useAcknowledgeMessages()
  const unread = useUnreadMessages()
  useEffect(() => countInTabTitle(unread), [unread])
  useEffect(() => countOnAppIcon(unread), [unread])
  return null
}

const withoutCount = (title: string) => title.replace(/^\(\d+\+?\) /, '')

/** Puts a count before the title of the tab, also after another page sets the title. Returns a function that removes the count. */
const countInTabTitle = (unread: number) =>
  keepInTitle(
    (title) => (unread > 0 ? `(${unreadBadge(unread)}) ${withoutCount(title)}` : withoutCount(title)),
    withoutCount,
  )

/** Shows a count on the icon of the installed app, if the browser can. Returns a function that removes the count. */
function countOnAppIcon(unread: number): () => void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>
  if (!setAppBadge || !clearAppBadge) return () => {}
  // A browser can refuse the badge, for example if the app is not installed.
  const clear = () => void clearAppBadge.call(navigator).catch(() => {})
  if (unread > 0) void setAppBadge.call(navigator, unread).catch(() => {})
  else clear()
  return clear
}
