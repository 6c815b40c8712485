import { Button } from '@mantine/core'
import {
  IconCameraRotate,
  IconMaximize,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconSettings,
  IconShieldCheck,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react'
import { useState, type AriaAttributes, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import type { IconType } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from '../call.module.css'
import type { Call } from '../engine/call.ts'
import type { OwnMedia } from '../engine/own-media.ts'
import { DeviceDialog } from './DeviceDialog.tsx'
import { CallSafetyDialog } from './SafetyDialog.tsx'
import { useCallKeys } from './use-call-keys.ts'

type Props = {
  call: Call
  /** The part of the page that fills the screen. */
  stage: RefObject<HTMLElement | null>
  onSpeaker: (id: string) => void
  onLeave: () => void
  /** Ends the call for all; only for the therapist. */
  onEndForAll?: (() => void) | undefined
}

/** The buttons of a call: microphone, camera, screen, devices, full screen, safety number, and leaving. */
export function CallControls({ call, stage, onSpeaker, onLeave, onEndForAll }: Props) {
  const { t } = useTranslation('call')
  const [open, setOpen] = useState<'safety' | 'devices' | null>(null)
  const state = useStore(call.store)
  const isWithOthers = state.others.length > 0
  return (
    <div className={classes.controls}>
      <MediaButtons call={call} onProblem={() => setOpen('devices')} />
      <IconButton icon={IconSettings} onClick={() => setOpen('devices')}>
        {t('devices')}
      </IconButton>
      {document.fullscreenEnabled && (
        <IconButton icon={IconMaximize} onClick={() => void toggleFull(stage.current)}>
          {t('fullScreen')}
        </IconButton>
      )}
      {isWithOthers && (
        <IconButton icon={IconShieldCheck} onClick={() => setOpen('safety')}>
          {t('safety.title')}
        </IconButton>
      )}
      <Button className={classes.danger} leftSection={<IconPhoneOff size={18} aria-hidden />} onClick={onLeave}>
        {t('leave')}
      </Button>
      {onEndForAll && (
        <Button variant="default" onClick={onEndForAll}>
          {t('endForAll')}
        </Button>
      )}
      {open === 'safety' && isWithOthers && <CallSafetyDialog state={state} onClose={() => setOpen(null)} />}
      {open === 'devices' && <DeviceDialog media={call.media} onSpeaker={onSpeaker} onClose={() => setOpen(null)} />}
    </div>
  )
}

/**
 * The buttons that mute the microphone, switch the camera on and off, change between the front and back camera of a phone, and share the screen if
 * the browser and the therapist allow it.
 */
function MediaButtons({ call, onProblem }: { call: Call; onProblem: () => void }) {
  const { t } = useTranslation('call')
  const own = useStore(call.media.store)
  const { mayShare } = useStore(call.store)
  const mute = () => call.media.mute(!own.isMuted)
  const switchCamera = () => void switchCameraOf(call.media, !own.camera).then((isDone) => isDone || onProblem())
  useCallKeys({ m: mute, v: switchCamera })
  const canShare = mayShare && typeof navigator.mediaDevices?.getDisplayMedia === 'function'
  return (
    <>
      <IconButton
        icon={own.isMuted ? IconMicrophoneOff : IconMicrophone}
        aria-pressed={own.isMuted}
        aria-keyshortcuts="m"
        onClick={mute}
      >
        {t('mute')}
      </IconButton>
      <IconButton icon={own.camera ? IconVideo : IconVideoOff} aria-keyshortcuts="v" onClick={switchCamera}>
        {t(own.camera ? 'cameraOff' : 'cameraOn')}
      </IconButton>
      {hasSide(own.camera) && (
        <IconButton icon={IconCameraRotate} onClick={() => void call.media.turnCamera()}>
          {t('turnCamera')}
        </IconButton>
      )}
      {canShare && (
        <IconButton
          icon={IconScreenShare}
          onClick={() => (own.screen ? call.media.stopSharing() : void call.media.shareScreen())}
        >
          {t(own.screen ? 'stopSharing' : 'shareScreen')}
        </IconButton>
      )}
    </>
  )
}

/** Switches the camera on or off. Returns false if it could not be switched on. */
async function switchCameraOf(media: OwnMedia, isOn: boolean): Promise<boolean> {
  await media.switchCamera(isOn)
  return !isOn || media.store.get().problems.camera === undefined
}

/** Only the cameras of phones and tablets are at the front or the back. */
const hasSide = (camera: MediaStreamTrack | null) => Boolean(camera?.getSettings?.().facingMode)

type IconButtonProps = { icon: IconType; onClick: () => void; children: string } & Pick<
  AriaAttributes,
  'aria-pressed' | 'aria-keyshortcuts'
>

/** A button with icon and text. On a phone, only assistive technology reads the text, so that the picture has more room. */
function IconButton({ icon: Icon, children, ...button }: IconButtonProps) {
  return (
    <Button
      variant="default"
      className={classes.control}
      classNames={{ section: classes.controlIcon }}
      leftSection={<Icon size={20} aria-hidden />}
      {...button}
    >
      <span className={classes.controlText}>{children}</span>
    </Button>
  )
}

async function toggleFull(stage: HTMLElement | null) {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await stage?.requestFullscreen()
}
