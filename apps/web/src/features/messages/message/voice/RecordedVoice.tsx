import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { AudioPlayer, type Recording } from '../../../care/file/file.ts'
import { DiscardButton } from './RecordingControls.tsx'
import classes from './voice.module.css'

type Recorded = { recording: Recording; url: string; notice: 'limit' | 'interrupted' | null }

/** Shows a recorded voice message that is not sent yet. The person can play or discard the recording. */
export function RecordedVoice({ recorded, onDiscard }: { recorded: Recorded; onDiscard: () => void }) {
  const { t } = useTranslation('voiceMessage')
  const { recording, url, notice } = recorded
  return (
    <>
      {notice && (
        <Callout kind="warning" urgent>
          {t(`notice.${notice}`)}
        </Callout>
      )}
      <div className={classes.row}>
        <div className={classes.playback}>
          <AudioPlayer url={url} hasFailed={false} label={t('title')} seconds={recording.seconds} onRenew={() => {}} />
        </div>
        <DiscardButton onDiscard={onDiscard} />
      </div>
    </>
  )
}
