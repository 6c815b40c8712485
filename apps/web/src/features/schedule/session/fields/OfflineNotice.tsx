import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'

/** Says that the request will be sent when the connection is back. Renders nothing while the browser is online. */
export function OfflineNotice() {
  const { t } = useTranslation()
  return useOnline() ? null : <Callout kind="offline">{t('offline.waiting')}</Callout>
}
