import {
  appDeviceNames,
  appScheme,
  type NativePlatform,
} from '@attune/contract/features/people/native-app/native-app.rules'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../platform/api/api.ts'
import { nativePort } from '../platform/native/port.ts'

/** Returns the system of a phone or tablet whose browser shows this page; null on a computer and in the app. */
function phoneSystem(): NativePlatform | null {
  if (nativePort()) return null
  const { userAgent } = navigator
  return /Android/.test(userAgent) ? 'android' : /iPhone|iPad/.test(userAgent) ? 'ios' : null
}

/** A link that opens this page in the app, for people who are signed in to the app on this system. */
export function OpenInAppLink({ className }: { className: string | undefined }) {
  const { t } = useTranslation('shell')
  const system = phoneSystem()
  const logins = useQuery(orpc.login.logins.queryOptions({ input: {}, enabled: system !== null }))
  if (!system || !logins.data?.items.some(({ device }) => device === appDeviceNames[system])) return null
  return (
    <a className={className} href={`${appScheme}//open${location.pathname}${location.search}`}>
      <IconDeviceMobile size={18} stroke={1.6} aria-hidden />
      {t('openInApp')}
    </a>
  )
}
