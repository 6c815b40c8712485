import { IconMicrophoneOff } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from '../call.module.css'
import type { Call } from '../engine/call.ts'
import type { OtherPerson } from '../engine/call-state.ts'
import { rememberedDevice } from '../engine/devices.ts'
import { CallControls } from './CallControls.tsx'
import { CallNotices } from './CallNotices.tsx'
import { CallPicture } from './CallPicture.tsx'
import { minutesLeft } from './time-left.ts'
import { useWakeLock } from './use-wake-lock.ts'

type Props = {
  call: Call
  /** The name of the person whom the call is with, for the time before they are there. */
  name: string
  endsAt: string
  onLeave: () => void
  onEndForAll?: () => void
}

/** The screen of a call: waiting to be let in, then the others large and the own picture small. */
export function CallView({ call, name, endsAt, onLeave, onEndForAll }: Props) {
  const { t } = useTranslation('call')
  const state = useStore(call.store)
  const stage = useRef<HTMLElement>(null)
  const left = minutesLeft(endsAt, useNow())
  useWakeLock()
  return (
    <section ref={stage} className={classes.call} aria-label={t('before.title', { name })}>
      <CallNotices state={state} />
      <div className={classes.stage}>
        {state.others.length === 0 ? (
          <p className={classes.off}>{waitingText()}</p>
        ) : (
          state.others.map((other) => <Other key={other.peer} other={other} />)
        )}
        <OwnSmall call={call} />
      </div>
      <p className={classes.dim}>{left > 0 ? t('minutesLeft', { count: left }) : t('timeOver')}</p>
      <CallControls call={call} stage={stage} onLeave={onLeave} onEndForAll={onEndForAll} />
    </section>
  )

  function waitingText() {
    if (state.phase === 'waiting') return t(state.isAskedToWait ? 'waiting.later' : 'waiting.title', { name })
    return state.phase === 'inCall' ? t('before.notThere', { name }) : t('waiting.opening')
  }
}

function Other({ other }: { other: OtherPerson }) {
  const { t } = useTranslation('call')
  const { name, media, stream } = other
  const hasPicture = (media.camera || media.screen) && !other.isPaused
  return (
    <div className={classes.person}>
      {/* The element stays without a picture, because the sound comes from it. */}
      <CallPicture label={name} source={stream} speaker={rememberedDevice('speaker')?.id} />
      {!hasPicture && <p className={classes.off}>{t('otherCameraOff', { name })}</p>}
      <span className={classes.name}>
        {!media.microphone && <IconMicrophoneOff size={16} role="img" aria-label={t('otherMuted')} />}
        {name}
      </span>
    </div>
  )
}

function OwnSmall({ call }: { call: Call }) {
  const { t } = useTranslation('call')
  const { camera, screen } = useStore(call.media.store)
  const shown = screen ?? camera
  if (!shown) return null
  return (
    <div className={classes.own}>
      <CallPicture label={t(screen ? 'ownScreen' : 'own')} source={shown} isOwn={!screen} isSilent />
    </div>
  )
}
