import { Button } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff, IconPhoneOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import classes from './locked-call.module.css'
import { activeCall, leaveActiveCall } from '../active-call.ts'
import type { Call } from '../engine/call.ts'

/** The call while the screen is locked: no name and no picture, only muting and leaving. */
export function LockedCall() {
  const active = useStore(activeCall)
  return active?.endedAt === null ? <Bar call={active.call} /> : null
}

function Bar({ call }: { call: Call }) {
  const { t } = useTranslation(['callPage', 'call'])
  const { isMuted } = useStore(call.media.store)
  const Microphone = isMuted ? IconMicrophoneOff : IconMicrophone
  return (
    <section className={classes.bar} aria-label={t('title')}>
      <p className={classes.text}>{t('locked.text')}</p>
      <Button
        variant="default"
        aria-pressed={isMuted}
        leftSection={<Microphone size={18} aria-hidden />}
        onClick={() => call.media.mute(!isMuted)}
      >
        {t('call:mute')}
      </Button>
      <Button className={classes.danger} leftSection={<IconPhoneOff size={18} aria-hidden />} onClick={leaveActiveCall}>
        {t('call:leave')}
      </Button>
    </section>
  )
}
