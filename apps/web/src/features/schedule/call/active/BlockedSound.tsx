import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { ActiveCall } from '../active-call.ts'

/** The button that turns on the sound of the call, while the browser blocks it. */
export function BlockedSound({ sound }: Pick<ActiveCall, 'sound'>) {
  const { t } = useTranslation('call')
  if (!useStore(sound.isBlocked)) return null
  return (
    <Callout kind="warning" urgent action={<Button onClick={sound.unblock}>{t('soundOn')}</Button>}>
      {t('soundBlocked')}
    </Callout>
  )
}
