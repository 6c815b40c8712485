import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DeviceChoice } from '../before/DeviceChoice.tsx'
import { ProblemNotices } from '../before/ProblemNotices.tsx'
import { useDevices } from '../before/use-devices.ts'
import classes from '../call.module.css'
import type { OwnMedia } from '../engine/own-media.ts'
import { hidesOwnPicture } from './own-picture.ts'

type Props = { media: OwnMedia; onSpeaker: (id: string) => void; onClose: () => void }

/**
 * The choice of camera, microphone and loudspeaker during the call, notices about their problems, and the switch that hides the person's own picture.
 */
export function DeviceDialog({ media, onSpeaker, onClose }: Props) {
  const { t } = useTranslation('call')
  const own = useStore(media.store)
  const devices = useDevices(own.camera ?? own.microphone)
  return (
    <Dialog title={t('devices')} onClose={onClose}>
      <div className={classes.column}>
        <ProblemNotices problems={own.problems} onRetry={() => void media.retry()} />
        <DeviceChoice kind="camera" devices={devices.camera} onChoose={() => void media.choose('camera')} />
        <DeviceChoice kind="microphone" devices={devices.microphone} onChoose={() => void media.choose('microphone')} />
        <DeviceChoice kind="speaker" devices={devices.speaker} onChoose={({ id }) => onSpeaker(id)} />
        <Switch
          label={t('hideOwn')}
          description={t('hideOwnHint')}
          checked={useStore(hidesOwnPicture)}
          onChange={({ currentTarget }) => hidesOwnPicture.set(currentTarget.checked)}
        />
      </div>
    </Dialog>
  )
}
