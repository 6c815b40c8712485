import { Button } from '@mantine/core'
import {
  IconMaximize,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconShieldCheck,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react'
import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import classes from '../call.module.css'
import type { Call } from '../engine/call.ts'
import { CallSafetyDialog } from './SafetyDialog.tsx'
import { useCallKeys } from './use-call-keys.ts'

type Props = {
  call: Call
  /** The part of the page that fills the screen. */
  stage: RefObject<HTMLElement | null>
  onLeave: () => void
  /** Ends the call for all; only for the therapist. */
  onEndForAll?: (() => void) | undefined
}

/** The buttons of a call: microphone, camera, screen, full screen, safety number, and leaving. */
export function CallControls({ call, stage, onLeave, onEndForAll }: Props) {
  const { t } = useTranslation('call')
  const own = useStore(call.media.store)
  const [isComparing, setIsComparing] = useState(false)
  const { others } = useStore(call.store)
  const mute = () => call.media.mute(!own.isMuted)
  const switchCamera = () => void call.media.switchCamera(!own.camera)
  useCallKeys({ m: mute, v: switchCamera })
  const canShare = typeof navigator.mediaDevices?.getDisplayMedia === 'function'
  const [other] = others
  return (
    <div className={classes.controls}>
      <Button
        variant="default"
        aria-pressed={own.isMuted}
        aria-keyshortcuts="m"
        leftSection={
          own.isMuted ? <IconMicrophoneOff size={18} aria-hidden /> : <IconMicrophone size={18} aria-hidden />
        }
        onClick={mute}
      >
        {t('mute')}
      </Button>
      <Button
        variant="default"
        aria-keyshortcuts="v"
        leftSection={own.camera ? <IconVideoOff size={18} aria-hidden /> : <IconVideo size={18} aria-hidden />}
        onClick={switchCamera}
      >
        {t(own.camera ? 'cameraOff' : 'cameraOn')}
      </Button>
      {canShare && (
        <Button
          variant="default"
          leftSection={<IconScreenShare size={18} aria-hidden />}
          onClick={() => (own.screen ? call.media.stopSharing() : void call.media.shareScreen())}
        >
          {t(own.screen ? 'stopSharing' : 'shareScreen')}
        </Button>
      )}
      {document.fullscreenEnabled && (
        <Button
          variant="default"
          leftSection={<IconMaximize size={18} aria-hidden />}
          onClick={() => void toggleFull(stage.current)}
        >
          {t('fullScreen')}
        </Button>
      )}
      {other && (
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          onClick={() => setIsComparing(true)}
        >
          {t('safety.title')}
        </Button>
      )}
      <Button color="red" leftSection={<IconPhoneOff size={18} aria-hidden />} onClick={onLeave}>
        {t('leave')}
      </Button>
      {onEndForAll && (
        <Button color="red" variant="light" onClick={onEndForAll}>
          {t('endForAll')}
        </Button>
      )}
      {isComparing && other && <CallSafetyDialog other={other} onClose={() => setIsComparing(false)} />}
    </div>
  )
}

async function toggleFull(stage: HTMLElement | null) {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await stage?.requestFullscreen()
}
